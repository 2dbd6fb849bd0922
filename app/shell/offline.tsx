import { useEffect, useState } from 'react'
import { isRouteErrorResponse, type MiddlewareFunction, useLocation } from 'react-router'

const EVENT = 'site-offline'
/**
 * `fetch` and `import` fail with a TypeError; a proxy without a backend answers 502 to 504. The last ones are the
 * router's messages for an answer of another release, which does not match this one.
 */
const isOffline = (error: unknown) =>
  error instanceof TypeError ||
  (isRouteErrorResponse(error) && error.status > 501) ||
  /^(No result|Unable to decode)/.test((error as Error)?.message)

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** Whether a page's file could not be fetched (server/page-cache/react-router-rewrites.ts). Neither browser nor router retries. */
let lostFile = false
globalThis.addEventListener?.('lost-file', () => {
  lostFile = true
})

/**
 * When a page cannot be fetched, keeps the open page with all its input, and says why. If the site does answer, the
 * outage was brief or the open page is from an earlier release. Then reloads the whole page. Navigations that cannot
 * stay (going back, a form) show the error page.
 */
export const stayWhileOffline: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const failed = Object.values(results).find(({ type, result }) => type === 'error' && isOffline(result))
  const isForm = request.method !== 'GET'
  if (!failed && (isForm || !lostFile)) return results
  const answers = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (request.signal.aborted) return results
  if (isForm || (!answers && request.url === location.href.replace(/#.*/, ''))) {
    if (failed && !answers) failed.result = { offline: true }
    return results
  }
  if (answers) location.assign(request.url)
  else window.dispatchEvent(new Event(EVENT))
  // This navigation never ends; the next one replaces it.
  return new Promise(() => {})
}

/** Says that a page could not be fetched, until another page loads or the connection is back. */
export function OfflineNotice({ className }: { className?: string }) {
  const [shown, setShown] = useState(false)
  const { key } = useLocation()
  useEffect(() => {
    const show = () => setShown(true)
    const hide = () => setShown(false)
    window.addEventListener(EVENT, show)
    window.addEventListener('online', hide)
    return () => {
      window.removeEventListener(EVENT, show)
      window.removeEventListener('online', hide)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => setShown(false), [key])
  if (!shown) return null
  return (
    <div className={className} role="alert">
      <div className="notice on-night" data-tone="error">
        <div className="toast-words">
          <p className="toast-title">We couldn’t reach the site</p>
          <p className="toast-description">
            This page stays as it is, with everything you typed. Check your connection, then try the link again.
          </p>
        </div>
      </div>
    </div>
  )
}
