import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { makePasskey, useHasPasskeys } from '#app/features/operators/passkey-device.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import type { accountChanges } from './account.changes.server.ts'
import type { ListedPasskey, ShownOnce } from './account.ts'

type PasskeysProps = { passkeys: ListedPasskey[]; answer: ChangeAnswer<ShownOnce> | null }

/** One's own passkeys. */
export function Passkeys({ passkeys, answer }: PasskeysProps) {
  const hasPasskeys = useHasPasskeys()
  const shown = answer?.shown
  return (
    <>
      <p>
        A passkey signs you in with the screen lock of your device: a fingerprint, a face, or a PIN. It’s a second
        factor, too, and works on no site that only looks like this one.
      </p>
      {passkeys.length > 0 && (
        <ul className="admin-list">
          {passkeys.map(({ id, name, added, lastUsed }) => (
            <li key={id}>
              <p className="admin-task-title">{name}</p>
              <p className="admin-detail">
                Added {added} · {lastUsed ? `last used ${lastUsed}` : 'not used yet'}
              </p>
              <Actions>
                <ChangeButton<typeof accountChanges>
                  intent="remove-passkey"
                  id={id}
                  confirms
                  aria-label={`Remove the passkey of ${name}, added ${added}`}
                >
                  Remove
                </ChangeButton>
              </Actions>
            </li>
          ))}
        </ul>
      )}
      {shown && 'passkey' in shown ? (
        <MakePasskey key={shown.passkey.challenge} options={shown.passkey} />
      ) : (
        hasPasskeys && (
          <ChangeButton<typeof accountChanges> intent="start-passkey" confirms>
            Add a passkey
          </ChangeButton>
        )
      )}
    </>
  )
}

type Options = Extract<ShownOnce, { passkey: unknown }>['passkey']

/** Asks the device at once. Some browsers want another press for that. */
function MakePasskey({ options }: { options: Options }) {
  const [problem, setProblem] = useState<string | null>(null)
  const submit = useSubmit()
  const button = useRef<HTMLButtonElement>(null)
  const begun = useRef(false)
  async function make() {
    setProblem(null)
    const made = await makePasskey(options)
    if ('problem' in made) setProblem(made.problem)
    else await submit({ intent: 'add-passkey', ...made }, { method: 'post' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for these options
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // The button that was pressed is gone.
    button.current?.focus()
    void make()
  }, [])
  return (
    <div className="grid gap-4 justify-items-start">
      <FormError problem={problem === null ? null : { message: problem, names: [] }} labels={{}} />
      <Button
        ref={button}
        variant="outline"
        onClick={make}
        pending={problem === null}
        pendingText="Waiting for your device..."
      >
        Try again
      </Button>
    </div>
  )
}
