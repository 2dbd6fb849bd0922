import type { CalendarEvent } from './calendar-event.server.ts'
import { type Moment, wallIn } from './moments.server.ts'
import type { Occurrence } from './occurrences.server.ts'
import type { Zone } from './zones.server.ts'

/** An event with the nights that it takes. */
export type Revision = { event: CalendarEvent; occurrences: Occurrence[] }

const isSameStart = (one: Moment, other: Moment, zone: Zone) => wallIn(one, zone) === wallIn(other, zone)
const overlap = (one: Occurrence, other: Occurrence) => one.from < other.to && other.from < one.to

/**
 * Of events with one id, those that no later revision replaces. Some systems use the id of the listing for every stay, so
 * a higher `SEQUENCE` alone may be another stay. It replaces those whose nights it overlaps, or that start with it. All
 * equal revisions count: too many nights are better than too few.
 */
export function withoutReplaced(revisions: readonly Revision[], property: Zone): Revision[] {
  return revisions.filter(
    (one) =>
      !revisions.some(
        (other) =>
          other.event.sequence > one.event.sequence &&
          (isSameStart(one.event.start, other.event.start, property) ||
            one.occurrences.some((nights) => other.occurrences.some((others) => overlap(nights, others)))),
      ),
  )
}

/** Of several changes to one occurrence of a series, the latest ones. */
export function latestChanges(changes: readonly CalendarEvent[], property: Zone): CalendarEvent[] {
  const keyOf = ({ replaces }: CalendarEvent) =>
    replaces && `${replaces.moment.kind} ${wallIn(replaces.moment, property)} ${replaces.isFuture}`
  return [...Map.groupBy(changes, keyOf).values()].flatMap((group) => {
    const latest = Math.max(...group.map(({ sequence }) => sequence))
    return group.filter(({ sequence }) => sequence === latest)
  })
}
