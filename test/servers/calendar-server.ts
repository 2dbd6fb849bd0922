import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the simulated site answers: with a calendar, or with a custom response. */
type Answer = string | ((response: http.ServerResponse, request: http.IncomingMessage) => void)

/** A local server that simulates the booking platforms. */
export type CalendarServer = {
  address(path: string): string
  /** Sets the answer for this path. A calendar is sent with `etag` if given, and as 304 when unchanged. */
  answer(path: string, how: Answer, etag?: string): void
  /** The requests since the last `clear`. */
  asked: { path: string; headers: http.IncomingHttpHeaders }[]
  clear(): void
  close(): void
}

export async function startCalendarServer(asked: CalendarServer['asked'] = []): Promise<CalendarServer> {
  const answers = new Map<string, { how: Answer; etag?: string }>()
  const server = http.createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const { how, etag } = answers.get(path) ?? { how: (answer: http.ServerResponse) => answer.writeHead(404).end() }
    if (typeof how !== 'string') return how(response, request)
    const headers = { 'content-type': 'text/calendar', ...(etag && { etag }) }
    if (etag && request.headers['if-none-match'] === etag) return response.writeHead(304, headers).end()
    response.writeHead(200, headers).end(how)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer: (path, how, etag) => void answers.set(path, { how, etag }),
    asked,
    clear() {
      answers.clear()
      asked.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
