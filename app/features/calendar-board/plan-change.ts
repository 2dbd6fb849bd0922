import { changeByPercent, LEAST_PRICE, MOST_PRICE } from '#app/features/pricing/manage/price-change.ts'
import { addDays, formatDate, formatSpan, type IsoDate, spansOf, weekday } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { type Bar, type BoardProperty, type Night, nightsOf, shortMoney } from './board.ts'

/** A change of the chosen nights. Percent and dollars change each night's own price; null is the usual value. */
export type NightChange = { what: 'owner' | 'closed' | 'visit'; note: string | null } | RatesChange
/** Null is what stays as it is. */
export type RatesChange = {
  what: 'rates'
  to: PriceChange | null
  reason: string | null
  minimum: { nights: number | null } | null
}
export type PriceChange =
  | { how: 'set'; price: Cents }
  | { how: 'percent'; percent: number }
  | { how: 'dollars'; dollars: Cents }
  | { how: 'usual' }

/** Chosen nights, both ends included. */
export type NightChoice = { first: IsoDate; last: IsoDate; only: WeekdayChoice }
export const WEEKDAY_CHOICES = { all: 'Every night', weekend: 'Fri and Sat', week: 'Sun to Thu' } as const
type WeekdayChoice = keyof typeof WEEKDAY_CHOICES

/** An override of one date; without a price and a minimum there is none. */
export type OwnRate = { date: IsoDate; price: Cents | null; minimumStay: number | null; reason: string | null }

/** The effect in one property, and why it is not more. */
export type PropertyPlan = {
  propertyId: string
  name: string
  /** The nights that change; empty if the property is left out. */
  nights: IsoDate[]
  /** For prices and minimums: the current and the new value of each date. */
  before: OwnRate[]
  after: OwnRate[]
  /** The effect in words; or why the property is left out. */
  words: string
  leftOut: boolean
  /** Chosen parts that do not change, in sentences. */
  remarks: string[]
}

/**
 * The effect of a change in each property. A property is left out where nothing would change, or where the nights are
 * taken.
 */
export function planChange(
  properties: readonly BoardProperty[],
  { first, last, only }: NightChoice,
  change: NightChange,
): PropertyPlan[] {
  return properties.map((property) => {
    const all = nightsOf(property, { from: first, to: addDays(last, 1) }).filter(({ date }) =>
      isOnChosenWeekday(date, only),
    )
    const nights = all.filter(({ isPast }) => !isPast)
    const past = all.length - nights.length
    const remarks =
      past > 0 ? [`${countOf(past, 'night')} in the past ${past === 1 ? 'stays' : 'stay'} as before.`] : []
    const planned = planIn(property, nights, change)
    const plan = { propertyId: property.id, name: property.name, nights: [], before: [], after: [], ...planned }
    return { ...plan, leftOut: planned.nights === undefined, remarks: [...remarks, ...(planned.remarks ?? [])] }
  })
}

export function isOnChosenWeekday(date: IsoDate, only: WeekdayChoice): boolean {
  return only === 'all' || weekday(date) >= 5 === (only === 'weekend')
}

/** Without `nights`, the property is left out. */
type Planned = Pick<PropertyPlan, 'words'> & Partial<Pick<PropertyPlan, 'nights' | 'before' | 'after' | 'remarks'>>

function planIn(property: BoardProperty, nights: Night[], change: NightChange): Planned {
  if (nights.length === 0) return { words: 'none of these nights can change' }
  if (change.what === 'rates') return planRates(property, nights, change)
  return change.what === 'visit' ? planVisit(property, nights) : planBlock(nights)
}

const isBlock = ({ kind }: Bar) => kind === 'owner' || kind === 'closed'

function whoHas({ kind, title, from, to, offer }: Bar): string {
  if (offer) return `${formatSpan(from, to)} is on hold for ${title}`
  if (kind === 'hold')
    return `${title === 'Somebody' ? 'somebody' : title} is booking ${formatSpan(from, to)} right now`
  return `${kind === 'import' ? `“${title}”` : title} has ${formatSpan(from, to)}`
}

function planBlock(nights: Night[]): Planned {
  const takers = new Set(nights.flatMap(({ taken }) => (taken && !isBlock(taken) ? [taken] : [])))
  if (takers.size > 0) return { words: listOf([...takers].map(whoHas)) }
  const open = nights.filter(({ taken }) => !taken).map(({ date }) => date)
  const blocked = nights.length - open.length
  if (open.length === 0) return { words: 'these nights are blocked already' }
  const remarks =
    blocked > 0 ? [`${countOf(blocked, 'night')} already blocked ${blocked === 1 ? 'stays' : 'stay'} so.`] : []
  return { nights: open, words: nightsText(open), remarks }
}

function planVisit({ bars }: BoardProperty, nights: Night[]): Planned {
  const dates = nights.map(({ date }) => date)
  const isThere = (date: IsoDate) => bars.some(({ kind, from, to }) => kind === 'visit' && from <= date && date < to)
  if (dates.every(isThere)) return { words: 'there is a visit already' }
  const added = dates.filter((date) => !isThere(date))
  const taking = [...new Set(nights.flatMap(({ taken }) => taken ?? []))]
  const inHouse = [...new Set(taking.flatMap(whoIsIn))]
  const remarks = [
    ...(inHouse.length > 0 ? [`${listOf(inHouse)} will be in the home.`] : []),
    ...taking.filter(({ kind }) => kind === 'import').map((bar) => `${whoHas(bar)}.`),
  ]
  return { nights: added, words: daysText(added), remarks }
}

function whoIsIn({ kind, title }: Bar): string[] {
  if (kind === 'stay') return [title]
  return kind === 'owner' ? ['The owner'] : []
}

function ownRateOf({ pricing }: BoardProperty, date: IsoDate): OwnRate {
  return { date, ...(pricing.overrides[date] ?? { price: null, minimumStay: null, reason: null }) }
}

const isSame = (one: OwnRate, other: OwnRate) =>
  one.price === other.price && one.minimumStay === other.minimumStay && one.reason === other.reason

/** The dates whose own rate would change. */
export function changedRates(
  property: BoardProperty,
  nights: Night[],
  changeOf: (own: OwnRate, night: Night) => OwnRate,
) {
  const pairs = nights.map((night) => {
    const before = ownRateOf(property, night.date)
    return { night, before, after: changeOf(before, night) }
  })
  const different = pairs.filter(({ before, after }) => !isSame(before, after))
  return {
    nights: different.map(({ night }) => night.date),
    before: different.map(({ before }) => before),
    after: different.map(({ after }) => after),
  }
}

function planRates(property: BoardProperty, nights: Night[], { to, reason, minimum }: RatesChange): Planned {
  const prices = to && new Map(nights.map((night) => [night.date, newPrice(night.price ?? 0, to)]))
  const problem = (prices && priceProblem(property, nights, prices)) ?? minimumProblem(property, minimum)
  if (problem) return { words: problem }
  const plan = changedRates(property, nights, (own, { date }) => {
    const price = prices?.get(date) ?? null
    return {
      ...own,
      ...(prices && { price, reason: price === null ? null : (reason ?? own.reason) }),
      ...(minimum && { minimumStay: minimum.nights }),
    }
  })
  if (plan.nights.length === 0) return { words: sameWords(to, minimum) }
  const changes = [
    prices && pricesText(nights, prices, plan.nights),
    minimum && `${minimumText(minimum.nights)} for stays that begin then`,
  ]
  const words = changes.filter(Boolean).join(', ')
  return { ...plan, words: `${nightsText(plan.nights)}: ${words}`, remarks: to ? soldRemarks(nights) : [] }
}

function priceProblem({ pricing }: BoardProperty, nights: Night[], prices: Map<IsoDate, Cents | null>): string | null {
  if (pricing.baseNightly === null) return 'it has no prices yet; set its base price first'
  const wrong = nights.find(({ date }) => !isPrice(prices.get(date)))
  if (!wrong) return null
  const would = formatMoney(prices.get(wrong.date) ?? 0)
  return `${formatDate(wrong.date)} would cost ${would}, and a night costs ${PRICE_RANGE}`
}

function minimumProblem({ pricing }: BoardProperty, minimum: RatesChange['minimum']): string | null {
  const { maximumStay } = pricing
  const isTooLong = minimum !== null && maximumStay !== null && (minimum.nights ?? 0) > maximumStay
  return isTooLong ? `its longest stay is ${countOf(maximumStay, 'night')}` : null
}

function sameWords(to: PriceChange | null, minimum: RatesChange['minimum']): string {
  if (to && minimum) return 'it has this price and this minimum already'
  if (minimum) return 'it has this minimum already'
  return to?.how === 'usual' ? 'it has its usual prices already' : 'it costs this already'
}

function soldRemarks(nights: Night[]): string[] {
  const sold = (kind: Bar['kind']) => nights.filter(({ taken }) => taken?.kind === kind).length
  const [stays, holds] = [sold('stay'), sold('hold')]
  return [
    ...(stays > 0 ? [`${countOf(stays, 'night')} already booked: those guests’ totals stay.`] : []),
    ...(holds > 0 ? [`${countOf(holds, 'night')} on hold or being booked, at the price of before.`] : []),
  ]
}

const minimumText = (nights: number | null) => (nights === null ? 'the usual minimum' : `${nights}-night minimum`)

export const PRICE_RANGE = `${shortMoney(LEAST_PRICE)} to ${shortMoney(MOST_PRICE)}`

/** Changes by percent or dollars are rounded to whole dollars. Null is the usual price. */
function newPrice(now: Cents, to: PriceChange): Cents | null {
  if (to.how === 'usual') return null
  if (to.how === 'set') return to.price
  return to.how === 'percent' ? changeByPercent(now, to.percent) : Math.round((now + to.dollars) / 100) * 100
}

const isPrice = (price: Cents | null | undefined) =>
  price === null || (price !== undefined && price >= LEAST_PRICE && price <= MOST_PRICE)

/** `$690 to $820 becomes $794 to $943`. */
function pricesText(nights: Night[], prices: Map<IsoDate, Cents | null>, changing: IsoDate[]): string {
  const now = nights.filter(({ date }) => changing.includes(date))
  const next = now.map(({ date }) => prices.get(date) ?? null)
  const before = rangeText(now.map(({ price }) => price ?? 0))
  return next.includes(null) ? `${before} becomes the usual price` : `${before} becomes ${rangeText(next as Cents[])}`
}

function rangeText(prices: Cents[]): string {
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return least === most ? shortMoney(least) : `${shortMoney(least)}–${shortMoney(most)}`
}

/** `7 nights, Jan 2–9`; of many parts only how many there are. */
function nightsText(nights: IsoDate[]): string {
  const spans = spansOf(nights)
  const parts = spans.length > 4 ? [`in ${spans.length} parts`] : spans.map(({ from, to }) => formatSpan(from, to))
  return `${countOf(nights.length, 'night')}, ${listOf(parts)}`
}

/** `Sat, Jan 2`, or the first and the last of several days. */
function daysText(days: IsoDate[]): string {
  const parts = spansOf(days).map(({ from, to }) => {
    const last = addDays(to, -1)
    return from === last ? formatDate(from) : `${formatDate(from)} to ${formatDate(last)}`
  })
  return parts.length > 4 ? countOf(days.length, 'day') : listOf(parts)
}
