import { useEffect, useState } from 'react'
import { data, isRouteErrorResponse, type MiddlewareFunction, useLocation } from 'react-router'

const EVENT = 'form-not-sent'
const NOT_SAVED = 'We can’t save this right now. Nothing you typed is lost. Please try again in a moment.'

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** Whether a form was neither stored nor refused: the site or a service behind it is away, or has a bug. */
function isFailure(result: unknown): boolean {
  if (result instanceof Response) return false
  return !isRouteErrorResponse(result) || result.status >= 500 || result.status === 429
}

const say = (detail: string | null) => window.dispatchEvent(new CustomEvent(EVENT, { detail }))

/** Keeps the open page, with everything typed, when a form could not be sent or stored. */
export const stayOnFailedForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') return next()
  say(null)
  const results = await next()
  for (const outcome of Object.values(results)) {
    if (outcome.type !== 'error' || !isFailure(outcome.result)) continue
    say(NOT_SAVED)
    outcome.type = 'data'
    outcome.result = data(null, { status: 503 })
  }
  return results
}

/** Says that a form could not be sent, until it is sent again or another page opens. */
export function FormNotSent() {
  const [message, setMessage] = useState<string | null>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const show = (event: Event) => setMessage((event as CustomEvent<string | null>).detail)
    window.addEventListener(EVENT, show)
    return () => window.removeEventListener(EVENT, show)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => setMessage(null), [pathname])
  return (
    <div role="alert" className="change-status">
      {message && (
        <div className="change-bar on-night" data-tone="error">
          <p>{message}</p>
        </div>
      )}
    </div>
  )
}
