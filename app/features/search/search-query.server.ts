import { z } from '@hono/zod-openapi'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dateQuery, stayQuery } from '#app/shared/input/stay-input.ts'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type Cursor, type SearchOptions, SORTS, type Sort } from './search.ts'

/** The most days earlier or later that a search looks at. */
const MOST_FLEXIBLE = 14

const WORDS = {
  text: 'Please enter up to 100 plain characters',
  bedrooms: 'Please enter a whole number of bedrooms from 0 to 99',
  price: 'Please enter a whole number of cents, such as 250000 for $2,500',
  least: 'The minimum total is higher than the maximum',
  amenities: 'Please enter up to 12 amenities of up to 60 characters each',
  sort: `Please choose one of ${SORTS.join(', ')}`,
  flexible: `Please enter a whole number of days from 1 to ${MOST_FLEXIBLE}`,
  cursor: 'These results have expired. Please search again',
}

// A plain form also sends empty fields: empty means absent. A repeated parameter is an array, and refused.
const typed = (words: string, isValid: (text: string) => boolean) =>
  boundedText(500, words, words)
    .trim()
    .refine((text) => text === '' || isValid(text), words)

const isPlain = (longest: number) => (text: string) => text.length <= longest && !text.includes('\0')
const plain = typed(WORDS.text, isPlain(100))
  .transform((text) => text || undefined)
  .optional()
const whole = (words: string, digits: RegExp, isValid: (count: number) => boolean = () => true) =>
  typed(words, (text) => digits.test(text) && isValid(Number(text)))
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional()
const cents = whole(WORDS.price, /^\d{1,8}$/)

const listed = (input: string | string[]) =>
  [input]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean)

const amenities = z
  .union([boundedText(2000), z.array(boundedText(2000)).max(50)], { error: WORDS.amenities })
  .transform(listed)
  .refine((words) => words.length <= 12 && words.every(isPlain(60)), WORDS.amenities)
  .optional()

const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text)

const sort = typed(WORDS.sort, isSort)
  .transform((text) => (isSort(text) ? text : undefined))
  .optional()

/** The filters of a search as the address names them. */
const filters = {
  location: plain.openapi({ description: 'Words of the location: a city, a state, a lake' }),
  bedrooms: whole(WORDS.bedrooms, /^\d{1,2}$/).openapi({ description: 'The minimum number of bedrooms' }),
  propertyType: plain.openapi({ description: 'For example `home`, `cabin` or `condo`' }),
  amenities: amenities.openapi({
    description: 'Amenities that the property must have; repeated or separated by commas',
  }),
  minPrice: cents.openapi({ description: 'The minimum total price of the stay, in cents' }),
  maxPrice: cents.openapi({ description: 'The maximum total price of the stay, in cents' }),
  sort: sort.openapi({ enum: [...SORTS], description: '`popular` sorts by confirmed bookings of the last 365 days' }),
  sortBy: sort.openapi({ enum: [...SORTS], description: 'The same as `sort`, which takes precedence' }),
  flexible: whole(WORDS.flexible, /^\d{1,2}$/, (days) => days >= 1 && days <= MOST_FLEXIBLE).openapi({
    description: 'Also finds the nearest free stays at other properties, up to this many days earlier or later',
  }),
  cursor: typed(WORDS.cursor, (text) => readCursor(text) !== null)
    .transform((text) => readCursor(text) ?? undefined)
    .optional()
    .openapi({ description: 'The `nextCursor` of the previous page' }),
}

/** A query with these fields in addition to the filters. */
export function searchQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, ...filters }).refine(
    (query) => {
      const { minPrice, maxPrice } = query as SearchOptions
      return minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice
    },
    { error: WORDS.least, path: ['minPrice'] },
  )
}

const DATES = ['checkin', 'checkout']

/** Like the API query, but a missing date is refused by the stay rules, with a message for guests. */
const pageQuery = searchQuery({ ...stayQuery, checkin: dateQuery.default(''), checkout: dateQuery.default('') })

/**
 * The search in the address of a page, or why it is invalid. `isStayInvalid`: the stay itself is invalid, not only a filter.
 */
export function parseSearch(
  query: URLSearchParams,
): { ok: true; stay: Stay; options: SearchOptions } | (Refusal<'invalid-input'> & { isStayInvalid: boolean }) {
  const named = [...new Set(query.keys())].flatMap((name) => {
    const values = query.getAll(name)
    const empty = DATES.includes(name) && values.join('') === ''
    return empty ? [] : [[name, values.length > 1 ? values : values[0]]]
  })
  const parsed = pageQuery.safeParse(Object.fromEntries(named), { error: genericMessage })
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error)
    const message = [...new Set(Object.values(fields))].map((words) => `${words}.`).join(' ')
    const isStayInvalid = Object.keys(fields).some((name) => name in stayQuery)
    return { ...refuse('invalid-input', message), isStayInvalid }
  }
  const { checkin: checkIn, checkout: checkOut, adults, children, infants, pets, sortBy, ...options } = parsed.data
  const stay = { checkIn, checkOut, adults, children, infants, pets }
  const order = options.sort ?? sortBy
  return { ok: true, stay, options: { ...options, ...(order && { sort: order }) } }
}

export function writeCursor({ shown, last }: Cursor): string {
  return Buffer.from(`${shown}.${last}`).toString('base64url')
}

function readCursor(text: string): Cursor | null {
  const [, shown, last = ''] = /^(\d{1,9})\.(.+)$/.exec(Buffer.from(text.slice(0, 100), 'base64url').toString()) ?? []
  return shown && isUuid(last) ? { shown: Number(shown), last } : null
}
