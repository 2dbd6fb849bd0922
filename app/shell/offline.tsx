import { useEffect, useState } from 'react'
import { isRouteErrorResponse, type MiddlewareFunction, useLocation } from 'react-router'

const EVENT = 'unreachable'
/**
 * `fetch` and `import` fail with a TypeError; a proxy that finds no site behind it says 502 to 504. The last are the router's words for
 * an answer of another release, which does not fit this one.
 */
const isAway = (error: unknown) =>
  error instanceof TypeError ||
  (isRouteErrorResponse(error) && error.status > 501) ||
  /^(No result|Unable to decode)/.test((error as Error)?.message)

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** Whether a page's file could not be fetched (vite/lost-files.ts). Neither browser nor router asks for it again. */
let lostFile = false
globalThis.addEventListener?.('lost-file', () => {
  lostFile = true
})

/**
 * A page that could not be fetched leaves the one that is open as it is, with all that was typed, and says why. When the site
 * does answer, it was over in a moment, or the open page is of an earlier release: then the page is loaded whole. What cannot be stayed on
 * (a way back, a form) goes to `Trouble`.
 */
export const stayWhileUnreachable: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const failed = Object.values(results).find(({ type, result }) => type === 'error' && isAway(result))
  const isForm = request.method !== 'GET'
  if (!failed && (isForm || !lostFile)) return results
  const answers = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (request.signal.aborted) return results
  if (isForm || (!answers && request.url === location.href.replace(/#.*/, ''))) {
    if (failed && !answers) failed.result = { unreachable: true }
    return results
  }
  if (answers) location.assign(request.url)
  else window.dispatchEvent(new Event(EVENT))
  // The navigation never ends; the next one takes its place.
  return new Promise(() => {})
}

/** Says that a page could not be fetched, until another one is or the connection is back. */
export function Unreachable() {
  const [told, setTold] = useState(false)
  const { key } = useLocation()
  useEffect(() => {
    const tell = () => setTold(true)
    const hide = () => setTold(false)
    window.addEventListener(EVENT, tell)
    window.addEventListener('online', hide)
    return () => {
      window.removeEventListener(EVENT, tell)
      window.removeEventListener('online', hide)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever page was reached
  useEffect(() => setTold(false), [key])
  if (!told) return null
  return (
    <div className="unreachable" role="alert">
      <div className="toast on-night" data-tone="error">
        <div className="toast-words">
          <p className="toast-title">We could not reach the site</p>
          <p className="toast-description">
            This page stays as it is, with all you typed. Check your connection, then press the link again.
          </p>
        </div>
      </div>
    </div>
  )
}
