import { canonical } from '#app/shared/canonical.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { Party } from '#app/shared/stay.ts'

/** How far ahead turnovers are listed, in days. */
export const DAYS_AHEAD = 30
/** How long ago somebody may have left a home that still waits. */
export const DAYS_BACK = 14
/** How many photos of damage of a cleaner link wait for an operator at most. */
export const MOST_WAITING_IMAGES = 50
/** How many photos of a cleaner show that one home is ready at most. */
export const MOST_READY_IMAGES = 20
/** A home that stood empty for longer was made ready before anybody saw these pages. */
const PREPARED_DAYS = 30

/** The party in a home: guests of this site, guests without details from another calendar, or the owner. */
export type SleepingParty = {
  /** Unique among all stays. */
  key: string
  kind: 'guest' | 'other' | 'owner'
  propertyId: string
  from: IsoDate
  to: IsoDate
  /** Known of guests of this site only. */
  party: Party | null
  bookingId: string | null
}

/** A home to be made ready: after somebody leaves, or before somebody arrives in a home that stood empty. */
export type Turnover = {
  /** The stay that it comes from. */
  key: string
  propertyId: string
  day: IsoDate
  /** Nobody leaves a home that stood empty. */
  leaves: SleepingParty['kind'] | null
  next: Pick<SleepingParty, 'kind' | 'party' | 'bookingId' | 'from'> | null
}

/** The facts of a turnover for a cleaner, to be compared when it changes. */
export type TurnoverFacts = {
  day: IsoDate
  next: { on: IsoDate; party: Party | null; kind: SleepingParty['kind'] } | null
}

export const factsOf = ({ day, next }: Turnover): TurnoverFacts => ({
  day,
  next: next && { on: next.from, party: next.party, kind: next.kind },
})

const daysBetween = (from: IsoDate, to: IsoDate) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The turnovers of days within `[from, to]`, by day. `stays` are of any homes, also from before and after. */
export function turnoversOf(stays: readonly SleepingParty[], { from, to }: { from: IsoDate; to: IsoDate }): Turnover[] {
  const isWithin = (day: IsoDate) => day >= from && day <= to
  const turnovers: Turnover[] = []
  for (const [propertyId, own] of Map.groupBy(stays, (stay) => stay.propertyId)) {
    const byArrival = own.toSorted((a, b) => a.from.localeCompare(b.from) || a.key.localeCompare(b.key))
    const days = new Set<IsoDate>()
    for (const { key, to: day, kind } of byArrival) {
      if (!isWithin(day) || days.has(day)) continue
      days.add(day)
      turnovers.push({ key, propertyId, day, leaves: kind, next: byArrival.find((stay) => stay.from >= day) ?? null })
    }
    for (const next of byArrival) {
      const isPrepared = own.some((stay) => stay.to <= next.from && daysBetween(stay.to, next.from) <= PREPARED_DAYS)
      const isTaken = own.some((stay) => stay !== next && stay.from <= next.from && stay.to > next.from)
      if (!isWithin(next.from) || isPrepared || isTaken) continue
      turnovers.push({ key: `before:${next.key}`, propertyId, day: next.from, leaves: null, next })
    }
  }
  return turnovers.sort((a, b) => a.day.localeCompare(b.day))
}

/** The next party, in words: `4 adults, 1 infant`. */
export function comingWords({ kind, party }: NonNullable<TurnoverFacts['next']>): string {
  if (kind === 'owner') return 'the owner'
  return party ? partyWords(party) : 'guests of another site'
}

/**
 * The differences since a turnover was seen, in sentences; none if nothing changed. `now` is null if it no longer takes
 * place.
 */
export function turnoverChanges(seen: TurnoverFacts, now: TurnoverFacts | null): string[] {
  if (!now) return [`Canceled: nothing to do on ${formatDate(seen.day)}.`]
  const changes: string[] = []
  if (now.day !== seen.day) changes.push(`Moved from ${formatDate(seen.day)} to ${formatDate(now.day)}.`)
  const [was, is] = [seen.next, now.next]
  if (!was && is) changes.push(`New: ${comingWords(is)} on ${formatDate(is.on)}.`)
  if (was && !is) changes.push(`Canceled: nobody comes on ${formatDate(was.on)}.`)
  if (!was || !is) return changes
  if (was.on !== is.on) changes.push(`The next stay begins on ${formatDate(is.on)}, not on ${formatDate(was.on)}.`)
  const isSameParty = canonical([was.kind, was.party]) === canonical([is.kind, is.party])
  if (!isSameParty) changes.push(`Next are ${comingWords(is)}, not ${comingWords(was)}.`)
  return changes
}

/**
 * The last day of which a cleaner saw a turnover: a later addition before it is new. Empty before anything was seen.
 */
export const lastSeenDay = (marks: readonly { seen: unknown }[]): IsoDate | '' =>
  marks
    .flatMap(({ seen }) => (seen ? [(seen as TurnoverFacts).day] : []))
    .sort()
    .at(-1) ?? ''

/** A turnover as pages show it. Times and linen are text. */
export type ShownTurnover = Turnover & {
  property: string
  today: IsoDate
  outBy: string
  inFrom: string
  linen: string
  /** The gifts to pack for the next guests: `3 yetis`. */
  gifts: string | null
}

/** A cleaner's marks of a turnover, and the changes since. */
export type CleanerTurnover = ShownTurnover & {
  isSeen: boolean
  isNew: boolean
  /** No more, but seen before: the cleaner must hear of it. */
  isGone: boolean
  isDone: boolean
  changes: string[]
  /** How many were sent. */
  images: { damage: number; ready: number }
}

/** The days with their turnovers, today first. */
export function byDay<T extends { day: IsoDate }>(turnovers: readonly T[]): { day: IsoDate; turnovers: T[] }[] {
  const days = Map.groupBy(turnovers, ({ day }) => day)
  return [...days].map(([day, own]) => ({ day, turnovers: own })).sort((a, b) => a.day.localeCompare(b.day))
}

/** A turnover in lines of text, for a calendar and for pages. */
export function turnoverLines({ day, leaves, next, outBy, inFrom, linen, gifts }: ShownTurnover): string[] {
  const coming = next && comingWords({ kind: next.kind, party: next.party, on: next.from })
  return [
    leaves ? `Out by ${outBy}` : 'Nobody leaves',
    next
      ? `In from ${inFrom}, ${next.from === day ? 'the same day' : formatDate(next.from, 'day')}`
      : 'No next stay yet',
    ...(coming ? [`Next: ${coming}`] : []),
    ...(linen ? [`Linen: ${linen}`] : []),
    ...(gifts ? [`Pack: ${gifts}`] : []),
  ]
}
