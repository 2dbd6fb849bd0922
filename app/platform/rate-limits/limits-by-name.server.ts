/** At most `max` in `seconds`, starting with the first. */
export type Window = { max: number; seconds: number }

/** The limit of one action per address. */
export type RateLimit = {
  /** Every attempt counts. */
  attempts: Window
  /** Only accepted attempts count: correcting a form is free. */
  accepted?: Window
  /** Each process counts for itself: for reads, counting in the database would cost as much as the answer. */
  perProcess?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The rate limits per address (docs/decisions/030). An address is often a whole household, office or hotel, so the
 * limits allow for several people. The daily limit of requested stays is low nevertheless, because each blocks nights
 * for others.
 */
export const RATE_LIMITS = {
  /** Any API call, in addition to its own limit. */
  calls: { attempts: { max: 600, seconds: MINUTE }, perProcess: true },
  /** Rendered pages, not cached ones. The window is short, so nobody waits long. */
  pages: { attempts: { max: 40, seconds: 10 }, perProcess: true },
  /** Those of the back office. Operators save one form after the other, and may have guests' pages open, too. */
  'admin-pages': { attempts: { max: 120, seconds: 10 }, perProcess: true },
  availability: { attempts: { max: 60, seconds: MINUTE }, perProcess: true },
  calendar: { attempts: { max: 120, seconds: MINUTE }, perProcess: true },
  /** Announcements of the channel manager, one a booking and webhook. What is refused is read within a minute. */
  'channel-webhook': { attempts: { max: 120, seconds: MINUTE }, perProcess: true },
  'embed-failures': { attempts: { max: 10, seconds: MINUTE }, perProcess: true },
  /** The reports of all addresses together that are logged: anyone can report, and could fill the log. */
  'embed-failure-log': { attempts: { max: 30, seconds: MINUTE }, perProcess: true },
  /** Different codes, on any route: codes must not be guessable. */
  'promo-codes': { attempts: { max: 20, seconds: HOUR }, perProcess: true },
  /** Payment status, which queries the payment service. */
  payments: { attempts: { max: 30, seconds: MINUTE }, perProcess: true },
  quotes: { attempts: { max: 60, seconds: MINUTE }, accepted: { max: 300, seconds: HOUR } },
  holds: { attempts: { max: 30, seconds: 10 * MINUTE }, accepted: { max: 60, seconds: HOUR } },
  'hold-releases': { attempts: { max: 60, seconds: 10 * MINUTE } },
  bookings: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 6, seconds: DAY } },
  cancellations: { attempts: { max: 20, seconds: 10 * MINUTE } },
  uploads: { attempts: { max: 300, seconds: 10 * MINUTE } },
  /** Everything that sends mail to an address typed by a visitor, in addition to each form's own limit. */
  mails: { attempts: { max: 100, seconds: HOUR }, perProcess: true },
  contact: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 10, seconds: HOUR } },
  'host-inquiry': { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 5, seconds: HOUR } },
  entries: { attempts: { max: 60, seconds: 10 * MINUTE }, accepted: { max: 50, seconds: DAY } },
  /** Lookups of different email addresses. */
  'entry-lookup': { attempts: { max: 30, seconds: 10 * MINUTE } },
  share: { attempts: { max: 60, seconds: 10 * MINUTE } },
  'first-operator': { attempts: { max: 20, seconds: 10 * MINUTE } },
  'account-links': { attempts: { max: 20, seconds: 10 * MINUTE } },
  /** Signatures of passkeys, each time somebody presses the button. */
  passkeys: { attempts: { max: 60, seconds: 10 * MINUTE } },
  'new-passwords': { attempts: { max: 10, seconds: 10 * MINUTE }, accepted: { max: 10, seconds: HOUR } },
  newsletter: { attempts: { max: 20, seconds: 10 * MINUTE }, accepted: { max: 5, seconds: HOUR } },
} satisfies Record<string, RateLimit>

/** The name of a rate limit; each counts separately. */
export type RateLimitName = keyof typeof RATE_LIMITS
