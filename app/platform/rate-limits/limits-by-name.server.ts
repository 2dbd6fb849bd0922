/** At most `max` in `seconds`, counted from the first. */
export type Window = { max: number; seconds: number }

/** How often an address may do one thing. */
export type RateLimit = {
  /** Every attempt counts. */
  attempts: Window
  /** Only accepted attempts count: correcting a form costs nothing. */
  accepted?: Window
  /** Each process counts for itself: for reads, counting in the database would cost as much as answering. */
  perProcess?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * What an address may do (docs/decisions/030). An address is often a whole household, office or hotel, so there is room for several
 * people; the number of stays asked for in a day is low all the same, because each of them keeps nights from others.
 */
export const RATE_LIMITS = {
  /** Any API call, on top of its own limit. */
  calls: { attempts: { max: 600, seconds: MINUTE }, perProcess: true },
  /** Rendered pages, not cached ones. The window is short, so that nobody waits long. */
  pages: { attempts: { max: 40, seconds: 10 }, perProcess: true },
  availability: { attempts: { max: 60, seconds: MINUTE }, perProcess: true },
  calendar: { attempts: { max: 120, seconds: MINUTE }, perProcess: true },
  'embed-failures': { attempts: { max: 10, seconds: MINUTE }, perProcess: true },
  /** Different codes, on any route: a code must not be found by guessing. */
  'promo-codes': { attempts: { max: 20, seconds: HOUR }, perProcess: true },
  /** Payment status, which asks the payment service. */
  payments: { attempts: { max: 30, seconds: MINUTE }, perProcess: true },
  quotes: { attempts: { max: 60, seconds: MINUTE }, accepted: { max: 300, seconds: HOUR } },
  holds: { attempts: { max: 30, seconds: 10 * MINUTE }, accepted: { max: 60, seconds: HOUR } },
  'hold-releases': { attempts: { max: 60, seconds: 10 * MINUTE } },
  bookings: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 6, seconds: DAY } },
  cancellations: { attempts: { max: 20, seconds: 10 * MINUTE } },
  uploads: { attempts: { max: 300, seconds: 10 * MINUTE } },
  /** Everything that sends mail to an address that a visitor typed, on top of each form's own limit. */
  mails: { attempts: { max: 100, seconds: HOUR }, perProcess: true },
  contact: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 10, seconds: HOUR } },
  'host-inquiry': { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 5, seconds: HOUR } },
  entries: { attempts: { max: 60, seconds: 10 * MINUTE }, accepted: { max: 50, seconds: DAY } },
  /** Different email addresses that are looked up. */
  'entry-lookup': { attempts: { max: 30, seconds: 10 * MINUTE } },
  share: { attempts: { max: 60, seconds: 10 * MINUTE } },
  newsletter: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 5, seconds: HOUR } },
} satisfies Record<string, RateLimit>

/** The name of a rate limit; each counts by itself. */
export type RateLimitName = keyof typeof RATE_LIMITS
