import { useEffect, useState } from 'react'
import { data, isRouteErrorResponse, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { pageRefresh } from '#app/features/back-office/event-stream/page-refresh.ts'

const EVENT = 'form-not-sent'
const NOT_SAVED = 'We can’t save this right now. Nothing you typed is lost. Please try again in a moment.'

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** The current state of the page: its loader data and the last answer to one of its forms, by route. */
const page = { pathname: '', loaded: {} as Record<string, unknown>, answers: {} as Record<string, unknown> }
/** Whether the page is loading after one of its forms, which still has its input. */
let hasTyped = false

/** Whether a request was neither done nor refused: the site is unavailable, or has a bug. */
function isFailure({ type, result }: Results[string]): boolean {
  if (type === 'data') return (result as { init?: ResponseInit } | null)?.init?.status === 503
  if (result instanceof Response) return false
  return !isRouteErrorResponse(result) || result.status >= 500 || result.status === 429 || refusalOf(result) !== null
}

/** The message of a server that could not parse a form at all. */
function refusalOf(result: unknown): string | null {
  const isRefusal = isRouteErrorResponse(result) && (result.status === 400 || result.status === 429)
  return isRefusal && typeof result.data === 'string' ? result.data || null : null
}

const say = (detail: string | null) => window.dispatchEvent(new CustomEvent(EVENT, { detail }))

/**
 * Keeps the open page, with all input, when a form could not be sent or stored. Does the same when the page cannot be
 * loaded again after a form that was not stored, or by itself.
 */
export const stayOnFailedForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  const isOpen = new URL(request.url).pathname === page.pathname
  if (isForm) say(null)
  const results = await next()
  for (const [route, outcome] of Object.entries(results)) {
    if (isForm && isFailure(outcome)) {
      say(refusalOf(outcome.result) ?? NOT_SAVED)
      outcome.type = 'data'
      outcome.result = data(page.answers[route] ?? null, { status: 503 })
    } else if (isForm && outcome.type === 'data') {
      page.answers[route] = (outcome.result as { data?: unknown } | null)?.data
    } else if ((hasTyped || pageRefresh.isUnderway) && isOpen && route in page.loaded && isFailure(outcome)) {
      outcome.type = 'data'
      outcome.result = page.loaded[route]
      pageRefresh.hasFailed = true
    }
  }
  hasTyped = isForm && Object.values(results).every(({ type }) => type === 'data')
  if (isForm && !hasTyped) page.answers = {}
  return results
}

/** Says that a form could not be sent, until it is sent again or another page opens. */
export function FormNotSent() {
  const [message, setMessage] = useState<string | null>(null)
  const { pathname } = useLocation()
  const matches = useMatches()
  useEffect(() => {
    if (page.pathname !== pathname) page.answers = {}
    page.pathname = pathname
    page.loaded = Object.fromEntries(matches.map(({ id, loaderData }) => [id, loaderData]))
  }, [pathname, matches])
  useEffect(() => {
    const show = (event: Event) => setMessage((event as CustomEvent<string | null>).detail)
    window.addEventListener(EVENT, show)
    return () => window.removeEventListener(EVENT, show)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => setMessage(null), [pathname])
  return (
    <div role="alert">
      {message && (
        <div className="notice on-night" data-tone="error">
          <p>{message}</p>
        </div>
      )}
    </div>
  )
}
