import { formatDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'

type Synced =
  | { ok: true; events: number; echoes: number; change: { added: number; changed: number; removed: number } | null }
  | { ok: false; message: string }

type Conflict = {
  nights: { from: string; to: string }
  stay: { reference: string | null; status: string }
  claim:
    | { kind: 'block' }
    | { kind: 'import'; calendar: string; eventKind: string | null }
    | { kind: 'stay'; guest: string | null; reference: string | null }
}

/** How many events a calendar has. */
export const eventWords = (count: number) => (count === 0 ? 'no events' : countOf(count, 'event'))

/** Events that take no nights because they are marked as free time. */
export const freeWords = (count: number) =>
  count === 1
    ? '1 event is marked as free and blocks no nights.'
    : `${count} events are marked as free and block no nights.`

type Added = {
  calendar: string
  property: string
  events: readonly unknown[]
  echoes: number
  freeEvents: number
  busyUntil: string | null
  unreadable: readonly { words: string }[]
  /** The other homes that read the same address. */
  others: readonly string[]
}

/** The result of a calendar that was just added, and possible problems. */
export function addedWords(added: Added): string {
  const { calendar, property, events, echoes, freeEvents, busyUntil, unreadable, others } = added
  const isOnlyOurs = events.length === 0 && echoes > 0
  return [
    `${property}: ${calendar} is now synced, ${eventWords(events.length)}.`,
    freeEvents > 0 && freeWords(freeEvents),
    isOnlyOurs && 'It only has nights that this home sent there.',
    busyUntil && `It only says when somebody is busy, until ${formatDate(busyUntil, 'long')}.`,
    unreadable.length > 0 && unreadable[0]?.words,
    others.length > 0 && `${others.join(', ')} reads the same address. Check that it is the right one for ${property}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The nights that removing a calendar opened. */
export function freedWords({ nights, stillTaken }: { nights: number; stillTaken: number }): string {
  if (nights === 0) return 'It had no upcoming nights.'
  const others = 'a stay, one of your blocks, or another calendar has them too'
  if (stillTaken === nights) return `Its nights stay blocked: ${others}.`
  if (stillTaken === 0) return 'Its nights are open again.'
  return `Of its ${nights} upcoming nights, ${nights - stillTaken} are open again. The others stay blocked: ${others}.`
}

/** The result of syncing a calendar. */
export function syncWords(outcome: Synced): string {
  if (!outcome.ok) return outcome.message
  const { events, echoes, change } = outcome
  const own = echoes > 0 ? `, and ${echoes} of our own come back` : ''
  if (!change) return `unchanged, ${eventWords(events)}.`
  const changes = [
    change.added > 0 && `${change.added} new`,
    change.changed > 0 && `${change.changed} changed`,
    change.removed > 0 && `${change.removed} gone`,
  ].filter(Boolean)
  return `${[eventWords(events), ...changes].join(', ')}${own}.`
}

/** How long ago, roughly. */
export function sinceWords(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  if (minutes < 120) return countOf(minutes, 'minute')
  return minutes < 2880 ? countOf(Math.round(minutes / 60), 'hour') : countOf(Math.round(minutes / 1440), 'day')
}

/** Two claims to the same nights, in a sentence. */
export function conflictWords({ nights, stay, claim }: Conflict): string {
  const whose = stay.reference ? `${stay.reference} (${stay.status})` : 'somebody who is booking right now'
  return `${formatDate(nights.from, 'long')} to ${formatDate(nights.to, 'long')}: ${whose} and ${claimantOf(claim)}.`
}

function claimantOf(claim: Conflict['claim']): string {
  if (claim.kind === 'block') return 'your own block'
  if (claim.kind === 'import') return `${claim.calendar}${claim.eventKind ? ` (${claim.eventKind})` : ''}`
  return claim.reference ? `${claim.guest} (${claim.reference})` : 'somebody who is booking right now'
}
