/** At most so many, in so many seconds from the first of them. */
export type Window = { most: number; seconds: number }

/** How often an address may do one thing. */
export type Allowance = {
  /** Every try counts, whatever became of it. */
  tries: Window
  /** Only what was taken counts, so that whoever mends a form loses nothing. */
  taken?: Window
  /** Counted by each process for itself: this reads, and counting it in the database would cost as much as answering. */
  perProcess?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * What an address may do (docs/decisions/030). An address is often a whole household, office or hotel, so there is room for several
 * people; the number of stays asked for in a day is low all the same, because each of them keeps nights from others.
 */
export const ALLOWANCES = {
  /** Any call, on top of its own allowance. */
  calls: { tries: { most: 600, seconds: MINUTE }, perProcess: true },
  /** A page that is rendered, not one from memory. Short, so that nobody waits long for those who ask too much. */
  pages: { tries: { most: 40, seconds: 10 }, perProcess: true },
  availability: { tries: { most: 60, seconds: MINUTE }, perProcess: true },
  calendar: { tries: { most: 120, seconds: MINUTE }, perProcess: true },
  'embed-failures': { tries: { most: 10, seconds: MINUTE }, perProcess: true },
  /** Different codes, wherever they are typed: a code is a secret that must not be found by trying. */
  'promo-codes': { tries: { most: 20, seconds: HOUR }, perProcess: true },
  /** How a payment stands, asked of the payment service. */
  payments: { tries: { most: 30, seconds: MINUTE }, perProcess: true },
  quotes: { tries: { most: 60, seconds: MINUTE }, taken: { most: 300, seconds: HOUR } },
  holds: { tries: { most: 30, seconds: 10 * MINUTE }, taken: { most: 60, seconds: HOUR } },
  'hold-releases': { tries: { most: 60, seconds: 10 * MINUTE } },
  bookings: { tries: { most: 20, seconds: 10 * MINUTE }, taken: { most: 6, seconds: DAY } },
  cancellations: { tries: { most: 20, seconds: 10 * MINUTE } },
  uploads: { tries: { most: 300, seconds: 10 * MINUTE } },
  /** What sends mail on a stranger's word, all of it together, on top of each form's own allowance. */
  mails: { tries: { most: 100, seconds: HOUR }, perProcess: true },
  contact: { tries: { most: 20, seconds: 10 * MINUTE }, taken: { most: 10, seconds: HOUR } },
  'host-inquiry': { tries: { most: 20, seconds: 10 * MINUTE }, taken: { most: 5, seconds: HOUR } },
  entries: { tries: { most: 60, seconds: 10 * MINUTE }, taken: { most: 50, seconds: DAY } },
  /** Different e-mail addresses of which it is asked whether they have entered. */
  'entry-lookup': { tries: { most: 30, seconds: 10 * MINUTE } },
  share: { tries: { most: 60, seconds: 10 * MINUTE } },
  newsletter: { tries: { most: 20, seconds: 10 * MINUTE }, taken: { most: 5, seconds: HOUR } },
} satisfies Record<string, Allowance>

/** What is limited, each with its own counting. */
export type LimitedForm = keyof typeof ALLOWANCES
