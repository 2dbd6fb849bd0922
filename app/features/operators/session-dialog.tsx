import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type MiddlewareFunction, useLocation, useNavigate } from 'react-router'
import { removeOfflineCopy } from '#app/shared/browser/offline-copy.ts'
import { CONFIRM } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { opensTab } from '#app/ui/form/preview-button.tsx'
import { useFocusFirstInvalid } from '#app/ui/form/use-focus-first-invalid.ts'
import { unreachableWithName } from './if-unreachable.ts'
import type { SignInRefused } from './operators.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInFields } from './sign-in-fields.tsx'

type WaitingForm = { form: HTMLFormElement; submitter: HTMLElement | null }
/** The action after signing in. With a `path` of null the page stays, and the operator presses again. */
type Waiting = WaitingForm | { path: string | null }

const EVENT = 'session-ended'

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** Opens the dialog over the page. Whoever signs in goes on with `path`, or stays. */
export const askToSignIn = (path: string | null) => window.dispatchEvent(new CustomEvent(EVENT, { detail: path }))

const asksToSignIn = (result: unknown) =>
  result instanceof Response && result.headers.get('location')?.startsWith('/sign-in') === true

/** Keeps the open page, with everything typed, when a link or a choice finds that the session has ended. */
export const staySignedOut: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (!Object.values(results).some(({ result }) => asksToSignIn(result))) return results
  const { pathname, search } = new URL(request.url)
  const path = request.method === 'GET' ? pathname + search : null
  askToSignIn(path)
  // This navigation never ends; the next one replaces it.
  return new Promise(() => {})
}

/** The forms of the back office that store something. Fields may be called `action` or `method`, too. */
function isWrite(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method')
  const { pathname } = new URL(form.getAttribute('action') ?? '', location.href)
  return method?.toLowerCase() === 'post' && pathname.startsWith('/admin')
}

/**
 * Checks, before a form of the back office is sent, that the session is still valid. Returns what sends a form
 * unchecked.
 */
function useSessionCheck(onEnded: (waiting: WaitingForm) => void) {
  const cleared = useRef<HTMLFormElement | null>(null)
  const send = useCallback(({ form, submitter }: WaitingForm) => {
    cleared.current = form
    form.requestSubmit(submitter)
    cleared.current = null
  }, [])
  useEffect(() => {
    const asked = new Set<HTMLFormElement>()
    const submit = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (!(form instanceof HTMLFormElement) || form === cleared.current || !isWrite(form, submitter)) return
      // A tab that opens after an answer would be blocked.
      if (opensTab(submitter)) return
      // Before React hears of it.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (asked.has(form)) return
      asked.add(form)
      fetch(new FormData(form).has(CONFIRM) ? `/session?${CONFIRM}` : '/session', { cache: 'no-store' })
        .then(
          ({ status }) => status === 401,
          () => false,
        )
        .then((ended) => {
          asked.delete(form)
          if (ended) onEnded({ form, submitter })
          else send({ form, submitter })
        })
    }
    window.addEventListener('submit', submit, { capture: true })
    return () => window.removeEventListener('submit', submit, { capture: true })
  }, [send, onEnded])
  return send
}

/**
 * An operator whose session has ended signs in over the page. Then the form is sent, or the link followed, without
 * losing input.
 */
export function SessionDialog() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const send = useSessionCheck(setWaiting)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const show = (event: Event) =>
      setWaiting((present) => present ?? { path: (event as CustomEvent<string | null>).detail })
    window.addEventListener(EVENT, show)
    return () => window.removeEventListener(EVENT, show)
  }, [])
  /** Ends the navigation that waits, and loads nothing. */
  const stay = () => void navigate({ pathname, search, hash: '#main' }, { replace: true, preventScrollReset: true })
  const close = () => {
    setWaiting(null)
    if (waiting && 'path' in waiting) stay()
  }
  const goOn = () => {
    // It may be another operator, who sees less.
    void removeOfflineCopy()
    setWaiting(null)
    if (waiting && 'form' in waiting) send(waiting)
    else if (waiting?.path) void navigate(waiting.path, { preventScrollReset: true })
    else stay()
  }
  return (
    <Dialog open={waiting !== null} onClose={close} title="Please sign in again">
      <SignInOverPage onSignedIn={goOn} form={waiting && 'form' in waiting ? waiting.form : null} />
    </Dialog>
  )
}

/** `form` is sent afterwards. */
function SignInOverPage({ onSignedIn, form: waiting }: { onSignedIn: () => void; form: HTMLFormElement | null }) {
  const saves = waiting !== null
  const isConfirming = saves && new FormData(waiting).has(CONFIRM)
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
    setRefused(told?.message ? told : unreachableWithName(body))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="form-narrow" aria-busy={pending}>
      <p>
        {isConfirming ? 'This can’t be undone, so we ask who you are.' : 'Your session has ended.'}{' '}
        {saves ? 'Sign in, and what you typed is saved at once.' : 'Nothing you typed is lost.'}
      </p>
      <FormError problem={refused && { message: refused.message, names: [] }} labels={{}} />
      <SignInFields refused={refused} />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing in...">
          {saves ? 'Sign in and save' : 'Sign in'}
        </Button>
      </div>
      <PasskeyButton onSignedIn={onSignedIn} />
    </form>
  )
}
