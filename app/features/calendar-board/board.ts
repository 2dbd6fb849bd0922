import { minimumStayOn, type PropertyRules } from '#app/features/availability/stay-rules.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import { priceOfNight } from '#app/features/pricing/rates.ts'
import { addDays, eachNight, formatDate, formatSpan, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { countOf, formatCount } from '#app/shared/words.ts'

/** Something on the board of a property, over the nights `[from, to)`. */
export type Bar = {
  /** The reference of a booking, else the id of the row. */
  id: string
  kind: 'stay' | 'hold' | 'import' | 'owner' | 'closed' | 'visit'
  from: IsoDate
  to: IsoDate
  /** The guest, the other calendar, or the kind of block. */
  title: string
  /** Party and source, or the note. */
  detail: string
  /** How many guests come; null where that is not known. */
  guests: number | null
  /** For stays. */
  status: 'pending' | 'confirmed' | null
  /** When the hold of a guest who is booking ends, as an ISO instant. */
  expiresAt: string | null
  /** For nights on hold with an offer: until when, as text, and the conversation, for operators who may read it. */
  offer: { until: string; conversation: string | null } | null
  /** The other claims to some of its nights, in words. */
  conflict: string | null
}

/** A row of the board. `today` and `hour` are local to the property. */
export type BoardProperty = PropertyRules & {
  id: string
  slug: string
  name: string
  location: string
  /** Whether guests can ask for it at all. */
  isAvailable: boolean
  today: IsoDate
  hour: number
  bars: Bar[]
}

/** The first photo of each property, by its id. */
export type Covers = Record<string, Pick<ImageSource, 'src' | 'width' | 'height'>>

/** The days `[from, to)` of every property. */
export type Board = { from: IsoDate; to: IsoDate; properties: BoardProperty[] }

export type Span = { from: IsoDate; to: IsoDate }

/** A bar in its lane. Bars in conflict have nights in common, and so different lanes. */
export type PlacedBar = {
  bar: Bar
  lane: number
  /** The first shown night. */
  on: IsoDate
  /** How many of its nights are shown. */
  nights: number
  /** Whether it begins before, or ends after, what is shown. */
  cutStart: boolean
  cutEnd: boolean
}

/** Whether it takes its nights; a visit takes none. */
export const occupiesNights = ({ kind }: Pick<Bar, 'kind'>) => kind !== 'visit'

/**
 * The bars that take nights of `[from, to)`, each in the first lane that is free. Stays of which one ends on the day on
 * which the other begins share a lane.
 */
export function placeBars(bars: readonly Bar[], { from, to }: Span): { placed: PlacedBar[]; lanes: number } {
  const ends: IsoDate[] = []
  const shown = bars.filter((bar) => occupiesNights(bar) && bar.from < to && bar.to > from)
  const placed = shown
    .sort((a, b) => (a.from === b.from ? nightsBetween(b.to, a.to) : nightsBetween(b.from, a.from)))
    .map((bar): PlacedBar => {
      const free = ends.findIndex((end) => end <= bar.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = bar.to
      const [on, end] = [bar.from < from ? from : bar.from, bar.to > to ? to : bar.to]
      return { bar, lane, on, nights: nightsBetween(on, end), cutStart: bar.from < from, cutEnd: bar.to > to }
    })
  return { placed, lanes: Math.max(1, ends.length) }
}

/** A night of a property, as its cell shows it. */
export type Night = {
  date: IsoDate
  isPast: boolean
  /** The name of its stay, or of the visit. */
  taken: Bar | null
  visits: Bar[]
  /** Null where the property has no prices. */
  price: Cents | null
  minimumStay: number
  /** Whether the price or the minimum is this date's own. */
  isOwn: boolean
  /** Whether the minimum is another than the home’s usual one. */
  hasOtherMinimum: boolean
}

/** The nights `[from, to)` of a property. */
export function nightsOf(
  { pricing, today, bars }: Pick<BoardProperty, 'pricing' | 'today' | 'bars'>,
  { from, to }: Span,
): Night[] {
  const within = (bar: Bar) => eachNight(bar.from < from ? from : bar.from, bar.to > to ? to : bar.to)
  const taken = new Map<IsoDate, Bar>()
  const visits = new Map<IsoDate, Bar[]>()
  for (const bar of bars) {
    for (const date of within(bar)) {
      if (!occupiesNights(bar)) visits.set(date, [...(visits.get(date) ?? []), bar])
      else if (taken.get(date)?.kind !== 'stay') taken.set(date, bar)
    }
  }
  return eachNight(from, to).map((date) => {
    const minimumStay = minimumStayOn(pricing, date)
    return {
      date,
      isPast: date < today,
      taken: taken.get(date) ?? null,
      visits: visits.get(date) ?? [],
      price: priceOfNight(pricing, date),
      minimumStay,
      isOwn: pricing.overrides[date] !== undefined,
      hasOtherMinimum: minimumStay !== pricing.minimumStay,
    }
  })
}

/** The bars that claim some of the nights of a bar in conflict. */
export function conflictingBars(bar: Bar, bars: readonly Bar[]): Bar[] {
  const isOver = (other: Bar) => occupiesNights(other) && other.from < bar.to && bar.from < other.to
  const isStay = ({ kind }: Bar) => kind === 'stay' || kind === 'hold'
  const others = bars.filter((other) => other !== bar && occupiesNights(bar) && isOver(other))
  return isStay(bar) ? others.filter(() => bar.conflict) : others.filter((other) => isStay(other) && other.conflict)
}

/** A price in few characters: `$690`, `$1,240`. */
export const shortMoney = (cents: Cents) => `$${formatCount(Math.round(cents / 100))}`

/** What takes the nights, or is there on these days. */
export const BLOCKS = { closed: 'Blocked', owner: 'Owner stay', visit: 'Visit' } as const
export type BlockKind = keyof typeof BLOCKS

const KIND_WORDS: Record<Bar['kind'], string> = {
  ...BLOCKS,
  stay: 'Confirmed stay',
  hold: 'Being booked right now',
  import: 'Booked or blocked on another site',
}

export function kindWords({ kind, status, title, offer }: Bar): string {
  if (offer) return `On hold for ${title}, until ${offer.until}`
  return status === 'pending' ? 'Request' : KIND_WORDS[kind]
}

/** A bar for screen readers: `Ada Guest, confirmed stay, Jan 3–8, 2 adults`. */
export function barWords(bar: Bar): string {
  const kind = kindWords(bar)
  return [
    bar.title !== kind && !bar.offer && bar.title,
    kind,
    occupiesNights(bar) && formatSpan(bar.from, bar.to),
    bar.detail,
    bar.conflict,
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * A night for screen readers: `Friday, January 2, open, $690.00, 2-night minimum`. `isNamed`: who has it stands beside.
 */
export function nightWords(
  { date, isPast, taken, visits, price, minimumStay }: Night,
  { isNamed = false } = {},
): string {
  const rate = [price === null ? 'no price' : formatMoney(price), minimumStay > 1 && `${minimumStay}-night minimum`]
  const open = [isPast ? 'past' : 'open', ...(isPast ? [] : rate)]
  const state = taken ? [!isNamed && barWords(taken)] : open
  return [formatDate(date, 'day'), ...state, ...visits.map(barWords)].filter(Boolean).join(', ')
}

/** How long a hold still lasts: `12 min`. */
export function holdTime(expiresAt: string, now: Date): string {
  return `${Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 60_000))} min`
}

/** `Sun, Jan 3 to Fri, Jan 8, 5 nights`, or a visit's days. */
export function spanWords({ kind, from, to }: Pick<Bar, 'kind' | 'from' | 'to'>): string {
  const nights = nightsBetween(from, to)
  if (kind !== 'visit') return `${formatDate(from)} to ${formatDate(to)}, ${countOf(nights, 'night')}`
  return nights === 1 ? formatDate(from) : `${formatDate(from)} to ${formatDate(addDays(to, -1))}`
}
