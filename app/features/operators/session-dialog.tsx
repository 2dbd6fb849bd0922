import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { UNREACHABLE } from '#app/shared/problem.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { useFocusFirstInvalid } from '#app/ui/use-focus-first-invalid.ts'
import type { SignInRefused } from './operators.ts'
import { SignInFields } from './sign-in-fields.tsx'

type Waiting = { form: HTMLFormElement; submitter: HTMLElement | null }

/** The forms of the back office that store something. Fields may be called `action` or `method`, too. */
function isWrite(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method')
  const { pathname } = new URL(form.getAttribute('action') ?? '', location.href)
  return method?.toLowerCase() === 'post' && pathname.startsWith('/admin')
}

/**
 * Asks, before a form of the back office is sent, whether the session still is. If it ended, one signs in over the
 * page, and the form is sent then, once: nothing typed is lost.
 */
export function SessionDialog() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const cleared = useRef<HTMLFormElement | null>(null)
  const send = useCallback(({ form, submitter }: Waiting) => {
    cleared.current = form
    form.requestSubmit(submitter)
    cleared.current = null
  }, [])
  useEffect(() => {
    const asked = new Set<HTMLFormElement>()
    const submit = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (!(form instanceof HTMLFormElement) || form === cleared.current || !isWrite(form, submitter)) return
      // Before React hears of it.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (asked.has(form)) return
      asked.add(form)
      fetch('/session', { cache: 'no-store' })
        .then(
          ({ status }) => status === 401,
          () => false,
        )
        .then((ended) => {
          asked.delete(form)
          if (ended) setWaiting({ form, submitter })
          else send({ form, submitter })
        })
    }
    window.addEventListener('submit', submit, { capture: true })
    return () => window.removeEventListener('submit', submit, { capture: true })
  }, [send])
  return (
    <Dialog open={waiting !== null} onClose={() => setWaiting(null)} title="Please sign in again">
      <SignInOverPage
        onSignedIn={() => {
          setWaiting(null)
          if (waiting) send(waiting)
        }}
      />
    </Dialog>
  )
}

function SignInOverPage({ onSignedIn }: { onSignedIn: () => void }) {
  const [refused, setRefused] = useState<SignInRefused | null>(null)
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refused)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const body = new FormData(event.currentTarget)
    setPending(true)
    const answer = await fetch('/session', { method: 'POST', body }).catch(() => null)
    setPending(false)
    if (answer?.status === 204) return onSignedIn()
    const told = (await answer?.json().catch(() => null)) as SignInRefused | null | undefined
    const username = String(body.get('username') ?? '')
    setRefused(told?.message ? told : { message: UNREACHABLE, fields: {}, username })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="form-narrow" aria-busy={pending}>
      <p>Your session has ended. Sign in, and what you typed is saved at once.</p>
      <FormError problem={refused && { message: refused.message, names: [] }} labels={{}} />
      <SignInFields refused={refused} />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing in...">
          Sign in and save
        </Button>
      </div>
    </form>
  )
}
