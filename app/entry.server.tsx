import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
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
import { ADMIN_SHELL, pageListOf } from '#app/shared/paths/page-list.ts'

/** How the log identifies a request. */
function namesOf(request: Request, context: RouterContextProvider) {
  return { id: context.get(requestIdContext), path: loggablePath(new URL(request.url).pathname) }
}

function collectInto(done: (bytes: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks))
      next()
    },
  })
}

/** Guests and operators load a list of pages each. The development server has one for all. */
function forItsReader(context: EntryContext): EntryContext {
  const isAdmin = context.staticHandlerContext.matches.some(({ route }) => route.id === ADMIN_SHELL)
  if (import.meta.env.DEV) return context
  const url = pageListOf(context.manifest.url, isAdmin ? 'operators' : 'guests')
  return { ...context, manifest: { ...context.manifest, url } }
}

/** Renders a whole page before sending it: pages are small and cached, and their scripts are listed by hash. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const { log } = context.get(servicesContext)
  let failed = false
  const html = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const page = <ServerRouter context={forItsReader(routerContext)} url={request.url} nonce={nonce} />
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(collectInto(resolve)),
      onShellError: reject,
      onError(error) {
        failed = true
        log.error(
          { event: 'page.not-rendered', err: error, ...namesOf(request, context) },
          'a page could not be rendered',
        )
      },
    })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status: failed ? 500 : status, headers })
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
