import type { ComponentProps } from 'react'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { accountChanges } from './account.changes.server.ts'
import type { ListedSession, ShownOnce } from './account.ts'

type Answer = ChangeAnswer<ShownOnce> | null
type PasswordProps = Pick<ComponentProps<typeof TextField>, 'label' | 'autoComplete' | 'hint'> & {
  field: { name: string; errors?: string[] | undefined }
}

/** The server never sends this input back. */
function PasswordField({ field: { name, errors }, ...rest }: PasswordProps) {
  return <TextField {...rest} name={name} type="password" required error={errors?.[0]} />
}

/** Changes the name and the address of one's own account. */
export function DetailsForm({
  account,
  answer,
}: {
  account: { username: string; email: string | null }
  answer: Answer
}) {
  const { username, email } = account
  return (
    <ChangeForm<typeof accountChanges, ShownOnce, 'details'>
      intent="details"
      version={`${username} ${email}`}
      stored={{ username, email }}
      answer={answer}
      save="Save"
    >
      {(fields) => (
        <>
          <ConfirmField />
          <FormText field={fields.username} label="Name" hint="You sign in with it" required />
          <FormText
            field={fields.email}
            label="Email"
            type="email"
            hint="A new password is sent there if you forget yours, and word of a sign-in from a new browser."
          />
          <PasswordField field={fields.current} label="Your password" autoComplete="current-password" />
        </>
      )}
    </ChangeForm>
  )
}

/** Changes one's own password. */
export function PasswordForm({ answer }: { answer: Answer }) {
  return (
    <ChangeForm<typeof accountChanges, ShownOnce, 'password'> intent="password" answer={answer} save="Change password">
      {(fields) => (
        <>
          <ConfirmField />
          <PasswordField field={fields.current} label="Current password" autoComplete="current-password" />
          <PasswordField
            field={fields.password}
            label="New password"
            hint="At least 10 characters"
            autoComplete="new-password"
          />
          <PasswordField field={fields.again} label="New password again" autoComplete="new-password" />
        </>
      )}
    </ChangeForm>
  )
}

export function Sessions({ sessions }: { sessions: ListedSession[] }) {
  return (
    <>
      <ul className="admin-list">
        {sessions.map(({ id, browser, address, since, lastSeen, isThis }) => (
          <li key={id}>
            <p className="admin-task-title">
              {browser} {isThis && <span className="admin-detail">this one</span>}
            </p>
            <p className="admin-detail">
              From {address} · since {since} · last seen {lastSeen}
            </p>
            {!isThis && (
              <Actions>
                <ChangeButton<typeof accountChanges>
                  intent="end-session"
                  id={id}
                  confirms
                  aria-label={`End it: ${browser}, from ${address}`}
                >
                  End it
                </ChangeButton>
              </Actions>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ChangeButton<typeof accountChanges> intent="end-session" id="others" confirms>
          End all others
        </ChangeButton>
      )}
    </>
  )
}

type AppProps = { hasApp: boolean; codesLeft: number; answer: Answer }

/** Adds an app that shows codes, or removes it, and renews the recovery codes. */
export function SecondFactor({ hasApp, codesLeft, answer }: AppProps) {
  const shown = answer?.shown
  if (shown && 'codes' in shown) return <Codes codes={shown.codes} />
  if (hasApp) {
    return (
      <>
        <p>
          An app shows the code that you sign in with. {codesLeft} of your recovery codes{' '}
          {codesLeft === 1 ? 'is' : 'are'} left.
        </p>
        <Actions>
          <ChangeButton<typeof accountChanges> intent="renew-codes" confirms>
            New recovery codes
          </ChangeButton>
          <ChangeButton<typeof accountChanges> intent="remove-app" confirms>
            Remove the app
          </ChangeButton>
        </Actions>
      </>
    )
  }
  const isAdding = (shown && 'app' in shown) || answer?.intent === 'confirm-app'
  return (
    <>
      <p>
        With a second factor, a stolen password opens nothing. Any app that shows codes does, such as those of Google,
        Apple, or 1Password. So does a passkey.
      </p>
      {shown && 'app' in shown && (
        <>
          <p>Scan this with the app, or type the key into it. Both are shown this once.</p>
          <p>
            <img src={shown.app.picture} alt="The key as a QR code" width={200} height={200} className="bg-white p-2" />
          </p>
          <p>
            <code className="break-all">{shown.app.secret}</code>
          </p>
        </>
      )}
      {isAdding ? (
        <ChangeForm<typeof accountChanges, ShownOnce, 'confirm-app'>
          intent="confirm-app"
          answer={answer}
          save="Turn it on"
        >
          {(fields) => (
            <>
              <TextField
                label="The code that the app shows now"
                name={fields.code.name}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                error={fields.code.errors?.[0]}
              />
              <ConfirmField />
            </>
          )}
        </ChangeForm>
      ) : (
        <ChangeButton<typeof accountChanges> intent="start-app" confirms>
          Add an app
        </ChangeButton>
      )}
    </>
  )
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <div role="status">
      <p>
        It’s on. These are your recovery codes, for the day on which you lose your phone. Each works once. Write them
        down now: they can’t be shown again.
      </p>
      <ul className="grid gap-x-6 gap-y-1 max-w-xl sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
