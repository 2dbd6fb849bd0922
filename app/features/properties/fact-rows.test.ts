import { expect, test } from 'vitest'
import { FEATURES, featuresOf } from './fact-features.ts'
import { bathroomText, factGroups, factRules, floorText } from './fact-rows.ts'
import { type Facts, factsSchema } from './facts.ts'

const beds = [{ kind: 'king', count: 1 }]
const rooms = [
  { name: 'Cove suite', beds, floor: 0, bathroom: 'en-suite' as const },
  { name: 'Loft', beds, floor: 1, bathroom: 'shared' as const },
  { name: 'Kitchen', beds: [], floor: 0 },
]
const linesOf = (facts: Facts) =>
  factGroups(facts, rooms).flatMap(({ rows }) => rows.map(({ text, note }) => (note ? `${text} | ${note}` : text)))

test('an unknown fact is not shown, and a known absence is', () => {
  expect(factGroups({}, [])).toEqual([])
  expect(factRules({})).toEqual([])
  expect(featuresOf({}, rooms)).toEqual([])
  const none: Facts = {
    parking: { spaces: 0 },
    laundry: 'none',
    cooling: 'none',
    tvs: { count: 0 },
    linens: [],
    children: { cribs: 0 },
    safety: [],
    events: 'none',
  }
  expect(linesOf(none)).toEqual(['No parking on site', 'No air conditioning', 'No TV', 'No washer or dryer'])
  expect(factRules(none)).toEqual(['No parties or events.'])
  expect(featuresOf(none, rooms)).toEqual([])
})

test('facts are said in a guest’s words, each in its group', () => {
  const facts: Facts = {
    wifi: { mbps: 400, note: 'A router in each condo' },
    parking: { spaces: 1, kind: 'garage', charger: true, note: 'Clearance 6 ft 8 in' },
    laundry: 'shared',
    linens: ['bed linens', 'bath towels', 'beach towels'],
    heating: 'radiant',
    cooling: 'central',
    tvs: { count: 5 },
    ski: { storage: 'locker', bootDryer: true },
    children: { cribs: 1, highChairs: 2, gates: true },
    safety: ['co-alarm', 'smoke-alarm', 'extinguisher', 'first-aid'],
    quietHours: { from: '10:00 PM', to: '7:00 AM' },
    events: 'ask',
    damage: 'No damage deposit.',
    access: { steps: 0, flights: 1, elevator: true },
    lift: { to: 'the gondola', minutes: 10, miles: 0.5 },
  }
  expect(factGroups(facts, rooms).map(({ name }) => name)).toEqual([
    'Getting in and around',
    'Comfort',
    'Children and safety',
  ])
  expect(linesOf(facts)).toEqual([
    '1 parking space in the garage | Clearance 6 ft 8 in',
    'EV charger',
    'No steps to the door',
    'Elevator in the building',
    '1 flight of stairs inside | Without stairs: Cove suite and Kitchen',
    '10-minute walk to the gondola | 0.5 miles',
    'Ski locker with a boot dryer',
    'Wi-Fi, 400 Mbps | A router in each condo',
    'Radiant floor heating',
    'Central air conditioning',
    '5 TVs',
    'Shared washer and dryer',
    'Bed linens, bath towels, and beach towels provided',
    '1 crib and 2 high chairs',
    'Stair gates',
    'Smoke and carbon monoxide alarms',
    'Fire extinguisher',
    'First-aid kit',
  ])
  expect(factRules(facts)).toEqual([
    'Quiet hours are 10:00 PM to 7:00 AM.',
    'Events only if we agree before you book.',
    'No damage deposit.',
  ])
  expect(featuresOf(facts, rooms)).toEqual(FEATURES)
})

test('a room says its floor and its bathroom', () => {
  expect([-2, -1, 0, 1, 3].map((floor) => floorText({ floor }))).toEqual([
    ...['2 flights down', 'One flight down', 'Entrance floor', 'One flight up', '3 flights up'],
  ])
  expect(floorText({})).toBeNull()
  expect(bathroomText({ bathroom: 'en-suite' })).toBe('En-suite bath')
  expect(bathroomText({ bathroom: 'shared', bathroomNote: 'with the Loft' })).toBe('Shared bath, with the Loft')
  expect(bathroomText({ bathroomNote: 'with the Loft' })).toBeNull()
})

test.each<[string, Facts['access'], number | undefined, boolean]>([
  ['no steps, and the bed on the entrance floor', { steps: 0 }, 0, true],
  ['no steps, and no stairs inside', { steps: 0, flights: 0 }, undefined, true],
  ['steps to the door', { steps: 4, flights: 0 }, 0, false],
  ['the bed one flight up', { steps: 0, flights: 1 }, 1, false],
  ['the steps unknown', { flights: 0 }, 0, false],
])('a bedroom without stairs: %s', (_, access, floor, found) => {
  const room = { beds, floor, bathroom: 'private' as const }
  expect(featuresOf({ access }, [room]).includes('no-stairs')).toBe(found)
  expect(featuresOf({ access }, [{ ...room, bathroom: undefined }])).toEqual([])
  expect(featuresOf({ access }, [{ ...room, beds: [] }])).toEqual([])
})

test.each([
  { parking: { spaces: -1 } },
  { quietHours: { from: '22:00', to: '7:00 AM' } },
  { lift: { to: 'the gondola' } },
  { damage: '' },
  { sample: ['pool'] },
])('a fact that cannot be is refused: %j', (facts) => {
  expect(factsSchema.safeParse(facts).success).toBe(false)
})
