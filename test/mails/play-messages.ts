import { sendDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import type { TestDatabase } from '../database.ts'
import { type testClock, testServices } from '../factories.ts'
import { queuedMail } from './queued-mail.ts'

/** Few messages leave on a day, and each has hours of time. */
const STEP_MS = 3 * 3_600_000

/** The messages of stays, with a clock. */
export function playMessages(database: () => TestDatabase, clock: ReturnType<typeof testClock>) {
  return {
    /** Plays the time between two minutes in UTC, both with what is due then. */
    async play(from: string, to: string) {
      const end = Date.parse(`${to}:00Z`)
      for (let at = Date.parse(`${from}:00Z`); ; at = Math.min(at + STEP_MS, end)) {
        clock.set(new Date(at))
        await sendDueMessages(testServices(database(), { clock }), new AbortController().signal)
        if (at === end) return
      }
    },
    /** The subjects of guests' messages so far, without the references. */
    told: async () =>
      (await queuedMail(database()))
        .filter(({ template }) => template === 'stay-message')
        .map(({ subject }) => subject.replace(/ \(.*\)$/, '')),
  }
}
