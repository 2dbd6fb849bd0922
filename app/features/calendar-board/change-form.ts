import {
  LEAST_PRICE,
  MOST_PRICE,
  PERCENT_NEEDED,
  parsePercentChange,
} from '#app/features/pricing/manage/price-change.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { type NightChange, type NightChoice, PRICE_RANGE, type PriceChange, WEEKDAY_CHOICES } from './plan-change.ts'

export const CHANGES = {
  owner: 'Owner stay',
  closed: 'Closed',
  visit: 'Visit',
  price: 'Price',
  minimum: 'Minimum stay',
} as const
export type ChangeKind = keyof typeof CHANGES

export const PRICE_CHANGES = { set: '=', percent: '+ %', dollars: '+ $', regular: 'Regular' } as const

/** The fields of the form that say what to do, as they are typed. */
export type ChangeDraft = {
  /** Empty until it is chosen. */
  what: ChangeKind | ''
  note: string
  how: keyof typeof PRICE_CHANGES
  amount: string
  reason: string
  minimumStay: string
  only: NightChoice['only']
}

/** The draft that an address or a refused form begins with. */
export function draftFrom(value: (name: string) => string): ChangeDraft {
  const [what, how, only] = [value('what'), value('how'), value('only')]
  return {
    what: Object.hasOwn(CHANGES, what) ? (what as ChangeKind) : '',
    how: Object.hasOwn(PRICE_CHANGES, how) ? (how as ChangeDraft['how']) : 'percent',
    only: Object.hasOwn(WEEKDAY_CHOICES, only) ? (only as ChangeDraft['only']) : 'all',
    note: value('note'),
    amount: value('amount'),
    reason: value('reason'),
    minimumStay: value('minimumStay'),
  }
}

type Read = { ok: true; change: NightChange } | (Refusal<'invalid-input'> & { field: keyof ChangeDraft })

const wrong = (field: keyof ChangeDraft, message: string) => ({ ...refuse('invalid-input', message), field })

/**
 * The change in the form, or its invalid field. `maxStayNights` is the site's. Runs during input, and on the server.
 */
export function parseChange(draft: ChangeDraft, maxStayNights: number): Read {
  const { what, note } = draft
  if (what === '') return wrong('what', 'Please choose what to do')
  if (what === 'price') return readPrice(draft)
  if (what !== 'minimum') return { ok: true, change: { what, note: note.trim() || null } }
  const text = draft.minimumStay.trim()
  if (text === '') return { ok: true, change: { what, minimumStay: null } }
  const minimumStay = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (minimumStay >= 1 && minimumStay <= maxStayNights) return { ok: true, change: { what, minimumStay } }
  return wrong('minimumStay', `Please enter 1 to ${maxStayNights} nights: that is the longest stay.`)
}

const AMOUNT = /^\$?(\d{1,3}(?:,?\d{3})*(?:\.\d{1,2})?)$/
const DIFFERENCE = /^([+-]?)\$?(\d{1,6}(?:\.\d{1,2})?)$/

function readPrice({ how, amount, reason }: ChangeDraft): Read {
  const to = priceChange(how, amount.trim().replace('−', '-'))
  if (typeof to === 'string') return wrong('amount', to)
  return { ok: true, change: { what: 'price', to, reason: reason.trim() || null } }
}

/** The new prices, or the problem of the amount. */
function priceChange(how: ChangeDraft['how'], text: string): PriceChange | string {
  if (how === 'regular') return { how }
  if (how === 'percent') {
    const percent = parsePercentChange(text)
    return percent === null ? `${PERCENT_NEEDED}.` : { how, percent }
  }
  if (how === 'dollars') {
    const [, sign, digits] = DIFFERENCE.exec(text) ?? []
    const dollars = Math.round(Number(digits) * 100) * (sign === '-' ? -1 : 1)
    return dollars ? { how, dollars } : 'Please enter dollars, such as 40 or -25.'
  }
  const digits = AMOUNT.exec(text)?.[1]
  if (!digits) return 'Please enter a price, such as 690 or 690.50.'
  const price = Math.round(Number(digits.replaceAll(',', '')) * 100)
  return price >= LEAST_PRICE && price <= MOST_PRICE ? { how, price } : `A night costs ${PRICE_RANGE}.`
}

/** More nights than this are no slip of the finger, and no plan either. */
const MOST_NIGHTS = 731

/** Why these nights cannot be chosen. */
export function choiceProblem(first: IsoDate, last: IsoDate): string | null {
  if (last < first) return 'The last night comes before the first. Please choose a later one.'
  return Date.parse(last) - Date.parse(first) >= MOST_NIGHTS * 86_400_000 ? 'Please choose two years at most.' : null
}
