import {
  LEAST_PRICE,
  MOST_PRICE,
  PERCENT_NEEDED,
  parsePercentChange,
} from '#app/features/pricing/manage/price-change.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { type NightChange, type NightChoice, PRICE_RANGE, type PriceChange, WEEKDAY_CHOICES } from './plan-change.ts'

export const CHANGE_KINDS = ['rates', 'closed', 'owner', 'visit'] as const

/** Typed instead of a price or a minimum, it brings the usual one back. */
export const USUAL = 'usual'

/** The fields of the form that say what to do, as they are typed. */
export type ChangeDraft = {
  what: (typeof CHANGE_KINDS)[number] | ''
  note: string
  /** `690`, `+10%`, `-25` or `usual`; empty for no change. */
  amount: string
  reason: string
  /** Nights or `usual`; empty for no change. */
  minimumStay: string
  only: NightChoice['only']
}

/** The draft that an address or a refused form begins with. */
export function draftFrom(value: (name: string) => string): ChangeDraft {
  const only = value('only')
  return {
    what: CHANGE_KINDS.find((kind) => kind === value('what')) ?? '',
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
  if (what === 'rates') return readRates(draft, maxStayNights)
  return { ok: true, change: { what, note: note.trim() || null } }
}

function readRates({ amount, minimumStay, reason }: ChangeDraft, maxStayNights: number): Read {
  const [price, least] = [amount.trim().replace('−', '-'), minimumStay.trim()]
  if (price === '' && least === '') return wrong('amount', 'Please enter a price or a minimum stay.')
  const to = price === '' ? null : priceChange(price)
  if (typeof to === 'string') return wrong('amount', to)
  const minimum = least === '' ? null : minimumChange(least, maxStayNights)
  if (typeof minimum === 'string') return wrong('minimumStay', minimum)
  return { ok: true, change: { what: 'rates', to, reason: reason.trim() || null, minimum } }
}

const isUsual = (text: string) => text.toLowerCase() === USUAL
const AMOUNT = /^\$?(\d{1,3}(?:,?\d{3})*(?:\.\d{1,2})?)$/
const DIFFERENCE = /^([+-])\s?\$?(\d{1,6}(?:\.\d{1,2})?)$/

/** The new prices, or the problem of what is typed. */
function priceChange(text: string): PriceChange | string {
  if (isUsual(text)) return { how: 'usual' }
  if (text.endsWith('%')) {
    const percent = parsePercentChange(text)
    return percent === null ? `${PERCENT_NEEDED}.` : { how: 'percent', percent }
  }
  const [, sign, difference] = DIFFERENCE.exec(text) ?? []
  const dollars = Math.round(Number(difference) * 100) * (sign === '-' ? -1 : 1)
  if (dollars) return { how: 'dollars', dollars }
  const digits = AMOUNT.exec(text)?.[1]
  if (!digits) return 'Please enter a price, such as 690, or a change, such as +10% or -25.'
  const price = Math.round(Number(digits.replaceAll(',', '')) * 100)
  return price >= LEAST_PRICE && price <= MOST_PRICE ? { how: 'set', price } : `A night costs ${PRICE_RANGE}.`
}

function minimumChange(text: string, maxStayNights: number): { nights: number | null } | string {
  if (isUsual(text)) return { nights: null }
  const nights = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return nights >= 1 && nights <= maxStayNights
    ? { nights }
    : `Please enter 1 to ${maxStayNights} nights: that is the longest stay.`
}

/** More nights than this are no slip of the finger, and no plan either. */
const MOST_NIGHTS = 731

/** Why these nights cannot be chosen. */
export function choiceProblem(first: IsoDate, last: IsoDate): string | null {
  if (last < first) return 'The last night comes before the first. Please choose a later one.'
  return Date.parse(last) - Date.parse(first) >= MOST_NIGHTS * 86_400_000 ? 'Please choose two years at most.' : null
}
