import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import {
  databaseUnavailableContext,
  nonceContext,
  rateLimitedContext,
  requestIdContext,
  servicesContext,
} from '#app/platform/http/page-context.server.ts'
import { loggablePath } from '#app/platform/log.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'

/** How the log identifies a request. */
function namesOf(request: Request, context: RouterContextProvider) {
  return { id: context.get(requestIdContext), path: loggablePath(new URL(request.url).pathname) }
}

/** What the loaders returned, as scripts for the router in the browser. */
function dataScripts(loaded: string, nonce = ''): string {
  const json = JSON.stringify(loaded).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [`enqueue(${json})`, 'close()']
    .map((call) => `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`)
    .join('')
}

const END = '</body></html>'

/**
 * Renders a whole page before sending it: pages are small and cached, and their scripts are listed by hash. No component waits
 * for anything, so the page is one string. As a stream, which the router makes of its data, it would cost a seventh more.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const loaded = await new Response(serverHandoffStream).text()
  const page = renderToString(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />)
  const body = page.endsWith(END) ? `${page.slice(0, -END.length)}${dataScripts(loaded, nonce)}${END}` : page
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(Buffer.from(`<!DOCTYPE html>${body}`), { status, headers })
}

/** React Router's messages when it refuses a form from another origin; the second is for its own calls. */
const OTHER_ORIGIN = /Aborting the action\.$|^Bad Request$/

/**
 * Errors thrown by loaders and actions: a bug or a broken dependency, reported only in the log. Invalid requests of
 * visitors are not errors. A form from another origin is a warning, since `SITE_URL` may be wrong.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof RateLimitError) {
    context.set(rateLimitedContext, error.refusal)
    return
  }
  const { log } = context.get(servicesContext)
  const names = namesOf(request, context)
  if (error instanceof Error && OTHER_ORIGIN.test(error.message)) {
    log.warn(
      { event: 'form.other-origin', ...names, origin: request.headers.get('origin')?.slice(0, 200) },
      'a form from another origin was refused',
    )
    return
  }
  const unavailable = isDatabaseUnavailable(error)
  if (unavailable) context.set(databaseUnavailableContext, true)
  log.error(
    { event: 'page.failed', err: error, ...names },
    unavailable ? 'a page failed: the database is unavailable' : 'a page failed',
  )
}
