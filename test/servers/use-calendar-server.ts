import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CalendarServer, startCalendarServer } from './calendar-server.ts'

/** A calendar server for the tests of this file, empty at the start of each. */
export function useCalendarServer(): Pick<CalendarServer, 'address' | 'answer' | 'asked'> {
  let server: CalendarServer
  const asked: CalendarServer['asked'] = []
  beforeAll(async () => {
    server = await startCalendarServer(asked)
  })
  beforeEach(() => server.clear())
  afterAll(() => server.close())
  return {
    address: (path) => server.address(path),
    answer: (path, how, etag) => server.answer(path, how, etag),
    asked,
  }
}
