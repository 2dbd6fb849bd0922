import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** How the played site answers: a calendar, or whatever is done with the response. */
export type Answer = string | ((response: http.ServerResponse, request: http.IncomingMessage) => void)

/** A site on this machine that plays the platforms. */
export type CalendarServer = {
  address(path: string): string
  /** From now on, at this path; a calendar comes with `etag` where one is given, and unchanged as 304. */
  answer(path: string, how: Answer, etag?: string): void
  /** What was asked since the test began. */
  asked: { path: string; headers: http.IncomingHttpHeaders }[]
}

/** Plays a site for the tests of this file, with nothing on it at the beginning of each. */
export function useCalendarServer(): CalendarServer {
  const answers = new Map<string, { how: Answer; etag?: string }>()
  const asked: CalendarServer['asked'] = []
  const server = http.createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const { how, etag } = answers.get(path) ?? { how: (answer: http.ServerResponse) => answer.writeHead(404).end() }
    if (typeof how !== 'string') return how(response, request)
    const headers = { 'content-type': 'text/calendar', ...(etag && { etag }) }
    if (etag && request.headers['if-none-match'] === etag) return response.writeHead(304, headers).end()
    response.writeHead(200, headers).end(how)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    answers.clear()
    asked.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer: (path, how, etag) => void answers.set(path, { how, etag }),
    asked,
  }
}
