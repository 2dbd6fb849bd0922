import { describe, expect, test } from 'vitest'
import { matchNights, type StoredNights } from './match-nights.server.ts'
import { eventKey } from './reading/event-key.server.ts'
import type { ImportedEvent } from './reading/read-calendar.server.ts'

const row = (
  eventKey: string,
  from: string,
  to: string,
  eventKind: StoredNights['eventKind'] = 'reserved',
): StoredNights => ({
  id: `row of ${eventKey}`,
  eventKey,
  nights: { from, to },
  eventKind,
})
const event = (key: string, from: string, to: string, eventKind: ImportedEvent['eventKind'] = 'reserved') => ({
  key,
  from,
  to,
  eventKind,
})
const JULY = ['2027-07-01', '2027-07-05'] as const
const AUGUST = ['2027-08-01', '2027-08-05'] as const

/** The match of each row, by key. */
function match(stored: StoredNights[], events: ImportedEvent[], unreadable: (string | null)[] = []) {
  const { gone, fresh, changed, renamed } = matchNights(stored, events, unreadable)
  return {
    gone: gone.map((one) => one.eventKey),
    fresh: fresh.map(({ key }) => key),
    changed: changed.map((one) => [one.row.eventKey, one.event.from]),
    renamed: renamed.map((one) => [one.row.eventKey, one.event.key]),
  }
}
const nothing = { gone: [], fresh: [], changed: [], renamed: [] }

describe('the stored nights of a feed', () => {
  test('follow its events by their ids', () => {
    const stored = [row('a', ...JULY), row('b', ...AUGUST)]
    expect(match(stored, [event('a', ...JULY), event('b', ...AUGUST)])).toEqual(nothing)
    expect(match(stored, [event('a', ...JULY), event('c', '2027-09-01', '2027-09-03')])).toEqual({
      ...nothing,
      gone: ['b'],
      fresh: ['c'],
    })
    expect(match(stored, [event('a', '2027-07-02', '2027-07-05'), event('b', ...AUGUST)])).toEqual({
      ...nothing,
      changed: [['a', '2027-07-02']],
    })
  })

  test('stay where the ids are new at each reading and the nights are the same', () => {
    const stored = [row('1', ...JULY), row('2', ...AUGUST)]
    expect(match(stored, [event('3', ...AUGUST), event('4', ...JULY)])).toEqual({
      ...nothing,
      renamed: [
        ['2', '3'],
        ['1', '4'],
      ],
    })
    // A block that becomes a reservation is new, and so is a second stay of the same nights.
    expect(match([row('1', ...JULY, 'block')], [event('2', ...JULY)])).toEqual({
      ...nothing,
      gone: ['1'],
      fresh: ['2'],
    })
    expect(match([row('1', ...JULY)], [event('2', ...JULY), event('3', ...JULY)])).toEqual({
      ...nothing,
      renamed: [['1', '2']],
      fresh: ['3'],
    })
  })

  test('stay as they were while their event cannot be read', () => {
    const stored = [row('a', ...JULY), row('b 2027-08-01/2027-08-05', ...AUGUST), row('c', '2027-09-01', '2027-09-03')]
    expect(match(stored, [], ['a', 'b'])).toEqual({ ...nothing, gone: ['c'] })
    // The readable part makes no stay shorter, and adds new nights.
    expect(match(stored, [event('a', '2027-07-01', '2027-07-02')], ['a'])).toMatchObject({ changed: [], fresh: [] })
    expect(match(stored, [event('a', '2027-07-08', '2027-07-09')], ['a'])).toMatchObject({
      changed: [],
      fresh: ['a 2027-07-08/2027-07-09'],
    })
    const long = 'x'.repeat(300)
    const hashed = [row(eventKey(long), ...JULY), row(eventKey(`${long} ${AUGUST.join('/')}`), ...AUGUST)]
    expect(match(hashed, [], [long])).toEqual(nothing)
    expect(match(hashed, [], ['y'])).toMatchObject({ gone: { length: 2 } })
  })

  test('are not freed while an event without an id cannot be read', () => {
    const stored = [row('a', ...JULY), row('b', ...AUGUST)]
    expect(match(stored, [event('b', '2027-08-02', '2027-08-05')], [null])).toEqual({
      ...nothing,
      changed: [['b', '2027-08-02']],
    })
  })
})
