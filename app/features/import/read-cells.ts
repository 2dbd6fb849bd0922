import { type IsoDate, isIsoDate } from '#app/shared/dates.ts'
import { centsFromTyped } from '#app/shared/input/typed-dollars.ts'
import { oneLine } from '#app/shared/input/typed-text.ts'
import type { Cents } from '#app/shared/money.ts'

/** The first part of a date such as 07/04/2027. */
export type DateOrder = 'month' | 'day'

const TIME = /(?:T|,? (?:\p{L}{1,3} )?)\d{1,2}[:h]\d{2}.*$/u
const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))$/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er)?[\s.-]*(?:(?:de|of)\s+)?(\p{L}{3,10})\.?,?[\s-]*(?:de\s+)?(\d{2}|\d{4})$/iu
const MONTH_FIRST = /^(\p{L}{3,10})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/iu
/** A weekday in any language; a month is followed by its day. */
const WEEKDAY = /^(?:[\p{L}-]{2,13}\.?,?\s+){1,2}(?=\d{1,2}(?:[./-]|\D*\p{L}{3})|\p{L}{3})/iu
/** The weekday again, behind the date: `2027-07-04 (Sun)`. */
const WEEKDAY_LAST = /\s\(\p{L}{2,13}\.?\)$/u
/** Characters that look like a hyphen, from pages and word processors. */
const DASHES = /[\u2010-\u2015\u2212]/g

const plain = (text: string) =>
  oneLine(text.slice(0, 60))
    .replace(TIME, '')
    .replace(WEEKDAY_LAST, '')
    .replace(WEEKDAY, '')
    .replaceAll(DASHES, '-')
    .replaceAll(/(?<=\d)([./])\s+(?=\d)/g, '$1')

function dateOf(year: string, month: number, day: string): IsoDate | null {
  const full = year.length === 2 ? `20${year}` : year
  const date = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(date) ? date : null
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'da', 'nb']
const bare = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

/** The names of the months, short and long, in the languages of files; without accents. */
const MONTH_NAMES = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, at): [string, number] => {
        const parts = format.formatToParts(Date.UTC(2027, at, 15))
        return [bare(parts.find(({ type }) => type === 'month')?.value ?? ''), at + 1]
      })
    }),
  ),
)

// German programs write it, and no language has it.
MONTH_NAMES.set('mrz', 3)

const monthOf = (name: string) => MONTH_NAMES.get(bare(name)) ?? MONTH_NAMES.get(bare(name).slice(0, 3)) ?? 0

/** A date as files have it, without its time of day; null if it is none. Dates with points have the day first. */
export function parseDate(text: string, order: DateOrder): IsoDate | null {
  const typed = plain(text)
  const [, year = '', month, day, shortMonth = '', shortDay = ''] = YEAR_FIRST.exec(typed) ?? []
  if (year) return dateOf(year, Number(month ?? shortMonth), day ?? shortDay)
  const [, first = '', sign, second = '', last = ''] = NUMBERS.exec(typed) ?? []
  if (first) {
    const isDayFirst = sign === '.' || order === 'day'
    return isDayFirst ? dateOf(last, Number(second), first) : dateOf(last, Number(first), second)
  }
  const [, dayNumber = '', dayMonth = '', dayYear = ''] = DAY_FIRST.exec(typed) ?? []
  if (dayNumber) return dateOf(dayYear, monthOf(dayMonth), dayNumber)
  const [, name = '', monthDay = '', monthYear = ''] = MONTH_FIRST.exec(typed) ?? []
  return name ? dateOf(monthYear, monthOf(name), monthDay) : null
}

/**
 * The order of the dates of a file, as far as they show it: 07/14/2027 cannot begin with the day. Null, with one of
 * them, if the dates allow both or contradict each other. Files without such dates have the month first.
 */
export function orderOfDates(texts: Iterable<string>): { order: DateOrder } | { order: null; example: string } {
  let example = ''
  const orders = new Set<DateOrder>()
  for (const text of texts) {
    const [, first = '', sign, second = ''] = NUMBERS.exec(plain(text)) ?? []
    if (!first || sign === '.' || Number(first) === Number(second)) continue
    example ||= text.trim()
    if (Number(first) > 12) orders.add('day')
    else if (Number(second) > 12) orders.add('month')
  }
  const [order] = orders
  if (orders.size === 1 && order) return { order }
  return example ? { order: null, example } : { order: 'month' }
}

/** Two dates in one cell: `07/04/2027 - 07/11/2027`. */
export function splitDates(text: string): [from: string, to: string] {
  const [from = '', to = ''] = oneLine(text.slice(0, 120)).split(/ (?:-|–|to) /)
  return [from, to]
}

/**
 * `$1,234.50`, `USD 1234.5`, `1.234,50` or `1234,50` in cents; null if it is no amount of dollars. So is `1.230`, which
 * can be two amounts.
 */
export function parseMoney(text: string): Cents | null {
  const digits = text
    .replaceAll(/\s/g, '')
    .replaceAll(/^(?:US)?\$|^USD\$?|USD$|^\+|(?:US)?\$(?:US)?$|(?<=\d)[’'](?=\d{3})/gi, '')
  const european = /^(?:\d{1,3}(?:\.\d{3})*|\d{1,9}),\d{1,2}$/.test(digits)
  const amount = european ? digits.replaceAll('.', '').replace(',', '.') : digits
  return centsFromTyped(amount.replace(/(\.\d{2})00$/, '$1'))
}

/** A whole number such as `2`, `2.0` or `2 adults`; null if it is none. */
export function parseCount(text: string): number | null {
  const [, digits] = /^(\d{1,3})(?:\.0+)?(?:\s+[a-z]+)?$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The meaning of a status. `open`: an inquiry, an offer, or a request that nobody has confirmed. */
type StatusMeaning = 'confirmed' | 'canceled' | 'open'

const STATUSES: [StatusMeaning, RegExp][] = [
  // The stay is confirmed, and somebody asks to change or cancel it.
  [
    'confirmed',
    /(?:change|alteration|modification|cancel+ation).{0,20}(?:request|pending|propos|await)|(?:request|pending|open|await).{0,20}(?:change|alteration|modification|cancel+ation)/i,
  ],
  [
    'canceled',
    /cancel|declin|denied|expired|withdrawn|void|no[ -]?show|deleted|retracted|not (?:possible|accepted|booked)|timed[ -]?out|reject|refused|annul|stornier|afgewezen/i,
  ],
  [
    'open',
    /^open$|inquir|enquir|quote|not (?:yet )?confirmed|ausstehend|en attente|pendiente|in attesa|tentative|pending|request|awaiting (?!review)|on hold|unconfirmed|incomplete|draft/i,
  ],
  [
    'confirmed',
    /^(?:ok|new|modified|active|booked|reserved|accepted|approved|paid|complete|completed|confirmed)\b|^(?:bestätigt|confirmée?|confirmad[oa]|confermat[oa]|bevestigd|bekræftet)/i,
  ],
  [
    'confirmed',
    /guest|host|arriv|staying|check(?:ed|ing)?[ -]?(?:in|out)|in[ -]house|deposit|review|paid|reservation|complet|upcoming|current|past|future/i,
  ],
]

/** Parses a status; without one a booking is confirmed. Null if the word is unknown. */
export function parseStatus(text: string): StatusMeaning | null {
  if (text === '') return 'confirmed'
  const plainText = text.replaceAll('_', ' ')
  return STATUSES.find(([, words]) => words.test(plainText))?.[0] ?? null
}
