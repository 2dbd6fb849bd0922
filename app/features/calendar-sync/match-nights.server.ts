import type { IsoDate } from '#app/shared/dates.ts'
import { eventKey } from './reading/event-key.server.ts'
import type { ImportedEvent } from './reading/read-calendar.server.ts'

type Nights = { from: IsoDate; to: IsoDate }
/** The nights of an event as they are stored. */
export type StoredNights = {
  id: string
  eventKey: string | null
  nights: Nights
  eventKind: ImportedEvent['eventKind']
}

type NightMatch = {
  gone: StoredNights[]
  fresh: ImportedEvent[]
  changed: { row: StoredNights; event: ImportedEvent }[]
  /** The same nights under a new id: the row stays, and with it what was decided about a conflict. */
  renamed: { row: StoredNights; event: ImportedEvent }[]
}

const nightsKey = ({ nights: { from, to }, eventKind }: { nights: Nights; eventKind: string | null }) =>
  `${from}/${to} ${eventKind}`
const covers = (outer: Nights, inner: Nights) => outer.from <= inner.from && inner.to <= outer.to

/** Whether a row is of an event with this id. */
function isOf({ eventKey: key, nights }: StoredNights, uid: string): boolean {
  const keys = [eventKey(uid), eventKey(`${uid} ${nights.from}/${nights.to}`)]
  return key !== null && (keys.includes(key) || key.startsWith(`${uid} `))
}

/**
 * Matches the stored nights of a feed to its current events. `unreadable` are the ids of unreadable events: their nights
 * stay unchanged. One without an id could be any event, so no nights are freed.
 */
export function matchNights(
  stored: readonly StoredNights[],
  events: readonly ImportedEvent[],
  unreadable: readonly (string | null)[],
): NightMatch {
  const kept = stored.filter((row) => unreadable.some((uid) => uid !== null && isOf(row, uid)))
  const wanted = new Map<string, ImportedEvent>()
  for (const event of events) {
    const isKnown = kept.some((row) => row.eventKey === event.key)
    if (kept.some((row) => covers(row.nights, event) && isKnownId(row, event))) continue
    const key = isKnown ? eventKey(`${event.key} ${event.from}/${event.to}`) : event.key
    wanted.set(key, { ...event, key })
  }
  const byKey = new Map(stored.filter((row) => !kept.includes(row)).map((row) => [row.eventKey, row]))
  const match: NightMatch = { gone: [], fresh: [], changed: [], renamed: [] }
  const unmatched: ImportedEvent[] = []
  for (const event of wanted.values()) {
    const row = byKey.get(event.key)
    if (!row) unmatched.push(event)
    else if (nightsKey(row) !== nightsKey({ nights: event, eventKind: event.eventKind }))
      match.changed.push({ row, event })
    byKey.delete(event.key)
  }
  const byNights = Map.groupBy(byKey.values(), nightsKey)
  for (const event of unmatched) {
    const row = byNights.get(nightsKey({ nights: event, eventKind: event.eventKind }))?.pop()
    if (row) match.renamed.push({ row, event })
    else match.fresh.push(event)
  }
  if (!unreadable.includes(null)) match.gone = [...byNights.values()].flat()
  return match
}

const isKnownId = (row: StoredNights, event: ImportedEvent) =>
  row.eventKey === event.key || (row.eventKey?.startsWith(`${event.key} `) ?? false)
