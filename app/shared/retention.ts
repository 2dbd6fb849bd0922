const YEAR = 365

/**
 * How long personal data is stored, in days: the single table of these periods. A daily job enforces it, and the
 * privacy page shows it. `after` is the rest of the sentence that begins with the period. Without `days` data is stored
 * until the person asks for deletion.
 */
export const RETENTION = {
  stayPage: {
    days: 90,
    name: 'Your details on your stay’s page',
    after: 'after check-out. After that, the page shows only the stay and its price.',
  },
  stayRequests: {
    days: 90,
    name: 'Your phone number, special requests, and own door code for a stay',
    after: 'after check-out.',
  },
  bookings: {
    days: 7 * YEAR,
    name: 'Your name and email address in a booking',
    after: 'after check-out, as tax law requires. The dates, the home, and the amounts stay, without you.',
  },
  requests: {
    days: YEAR,
    name: 'Your name and email address in a request that was never confirmed or paid for',
    after: 'after it was declined, canceled, or expired.',
  },
  importFiles: {
    days: 1,
    name: 'Your booking in a file from another site',
    after: 'after the file was uploaded here. The booking itself is stored like any other.',
  },
  messages: { days: 2 * YEAR, name: 'Your messages', after: 'after you sent them.' },
  hostInquiries: { days: 2 * YEAR, name: 'An owner’s inquiry', after: 'after you sent it.' },
  shareAddresses: {
    days: 90,
    name: 'The IP address you shared a giveaway from',
    after: 'after the giveaway closed.',
  },
  entries: { days: YEAR, name: 'A giveaway entry', after: 'after the giveaway closed.' },
  newsletterUnconfirmed: {
    days: 30,
    name: 'A newsletter address that was never confirmed',
    after: 'after it was entered.',
  },
  newsletterUnsubscribed: {
    days: null,
    name: 'An address that unsubscribed from the newsletter',
    after: 'to erase it. Without it, we couldn’t know that you don’t want our emails.',
  },
  turnoverMarks: { days: 90, name: 'What a cleaner marked as seen or done', after: 'after the day of the work.' },
  damageImages: {
    days: YEAR,
    name: 'A photo of a home that a cleaner sent',
    after: 'after its damage was dealt with, or the home was ready.',
  },
  cleanerLinks: { days: YEAR, name: 'A cleaner’s name and email address', after: 'after their link ended.' },
  mails: { days: YEAR, name: 'Our record of the emails we sent you', after: 'after it was sent.' },
  repeatedForms: { days: 1, name: 'What tells us that a form was sent twice', after: 'after you sent it.' },
} as const

type Rows = typeof RETENTION

/** A period of the table above. */
export type RetentionName = keyof Rows

/** The data whose period ends automatically. */
export type RetentionKey = { [Key in keyof Rows]: Rows[Key]['days'] extends number ? Key : never }[keyof Rows]

export const RETENTION_KEYS = (Object.keys(RETENTION) as RetentionName[]).filter(
  (key): key is RetentionKey => RETENTION[key].days !== null,
)

const DAY_MS = 86_400_000

/** Data older than this instant is deleted. */
export function retainedSince(key: RetentionKey, now: Date): Date {
  return new Date(now.getTime() - RETENTION[key].days * DAY_MS)
}

/** A period in words: `90 days`, `7 years`, `Until you ask us`. */
export function periodInWords(days: number | null): string {
  if (days === null) return 'Until you ask us'
  const [count, unit] = days % YEAR === 0 ? [days / YEAR, 'year'] : [days, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
