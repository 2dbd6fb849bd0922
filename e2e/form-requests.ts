import { type Visitor, visitorOf } from '#test/requests/visitor.ts'
import { ask } from './ask.ts'
import { siteUrl } from './site-url.ts'

/**
 * Somebody who uses the site of `origin`, which listens at `url`, as a browser without script does. A page costs a
 * tenth of one in a browser. By default the site is this worker's.
 */
export function visitByRequests(url = siteUrl(), origin = url): Visitor {
  return visitorOf(origin, async (request) => {
    const { pathname, search, host } = new URL(request.url)
    const headers = { ...Object.fromEntries(request.headers), host }
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await ask(url + pathname + search, { method: request.method, headers, body })
    const given = new Headers()
    for (const [name, values] of Object.entries(answer.headers)) {
      for (const value of [values ?? []].flat()) given.append(name, value)
    }
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: given,
    })
  })
}
