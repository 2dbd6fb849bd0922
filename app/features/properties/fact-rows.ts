import { capitalized, countOf, listOf } from '#app/shared/words.ts'
import type { Facts, RoomFacts } from './facts.ts'

/** A fact as guests read it. `icon` is a drawing of `fact-icons.svg`; `note` stands below in small type. */
type FactRow = { icon: string; text: string; note?: string }
type FactGroup = { name: string; rows: FactRow[] }

export const PARKING = {
  garage: ' in the garage',
  carport: ' under a carport',
  driveway: ' in the driveway',
  lot: ' in the lot',
  street: ' on the street',
}
export const HEATING = {
  central: 'Central heating',
  radiant: 'Radiant floor heating',
  electric: 'Electric heating',
  'heat-pump': 'Heat pump',
}
export const COOLING = {
  central: 'Central air conditioning',
  'room-units': 'Air conditioning in the bedrooms',
  fans: 'Fans, no air conditioning',
  none: 'No air conditioning',
}
export const LAUNDRY = {
  'in-home': 'Washer and dryer in the home',
  shared: 'Shared washer and dryer',
  none: 'No washer or dryer',
}
export const SKI = { locker: 'Ski locker', room: 'Ski room', garage: 'Ski racks in the garage' }

/** The known facts in groups, for the page; groups without any are left out. Rules are not among them: see `factRules`. */
export function factGroups(facts: Facts, rooms: readonly (RoomFacts & { name: string })[]): FactGroup[] {
  const groups = [
    { name: 'Getting in and around', rows: [...arrivalRows(facts), ...stairRows(facts, rooms), ...skiRows(facts)] },
    { name: 'Comfort', rows: comfortRows(facts) },
    { name: 'Children and safety', rows: [...childrenRows(facts), ...safetyRows(facts)] },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function arrivalRows({ parking }: Facts): FactRow[] {
  if (!parking) return []
  const { spaces, kind, charger, note } = parking
  const place = kind ? PARKING[kind] : ''
  const text = spaces > 0 ? `${countOf(spaces, 'parking space')}${place}` : 'No parking on site'
  return [{ icon: 'parking', text, note }, ...(charger ? [{ icon: 'charger', text: 'EV charger' }] : [])]
}

function stairRows({ access }: Facts, rooms: readonly (RoomFacts & { name: string })[]): FactRow[] {
  if (!access) return []
  const { steps, flights, elevator } = access
  const rows: FactRow[] = []
  if (steps !== undefined) {
    rows.push({ icon: 'steps', text: steps > 0 ? `${countOf(steps, 'step')} to the door` : 'No steps to the door' })
  }
  if (elevator) rows.push({ icon: 'elevator', text: 'Elevator in the building' })
  if (flights === 0) rows.push({ icon: 'stairs', text: 'No stairs inside' })
  else if (flights !== undefined) {
    const onEntrance = rooms.filter(({ floor }) => floor === 0).map(({ name }) => name)
    const note = onEntrance.length > 0 ? `Without stairs: ${listOf(onEntrance)}` : undefined
    rows.push({ icon: 'stairs', text: `${countOf(flights, 'flight')} of stairs inside`, note })
  }
  return rows
}

function skiRows({ lift, ski }: Facts): FactRow[] {
  return [
    ...(lift ? [{ icon: 'lift', ...liftWords(lift) }] : []),
    ...(ski ? [{ icon: 'ski', text: ski.bootDryer ? `${SKI[ski.storage]} with a boot dryer` : SKI[ski.storage] }] : []),
  ]
}

/** The walk to the lift, in the unit that is known; minutes say more than miles. */
function liftWords({ to, minutes, miles }: NonNullable<Facts['lift']>): { text: string; note?: string } {
  const distance = miles === undefined ? undefined : `${miles} ${miles === 1 ? 'mile' : 'miles'}`
  if (minutes === undefined) return { text: `${distance} on foot to ${to}` }
  return { text: `${minutes}-minute walk to ${to}`, note: distance }
}

function comfortRows({ wifi, heating, cooling, tvs, laundry, linens = [] }: Facts): FactRow[] {
  const rows: (FactRow | false | undefined)[] = [
    wifi && { icon: 'wifi', text: wifi.mbps ? `Wi-Fi, ${wifi.mbps} Mbps` : 'Wi-Fi', note: wifi.note },
    heating && { icon: 'heating', text: HEATING[heating] },
    cooling && { icon: 'cooling', text: COOLING[cooling] },
    tvs && { icon: 'tv', text: tvs.count > 0 ? countOf(tvs.count, 'TV') : 'No TV', note: tvs.note },
    laundry && { icon: 'laundry', text: LAUNDRY[laundry] },
    linens.length > 0 && { icon: 'linens', text: `${capitalized(listOf(linens))} provided` },
  ]
  return rows.filter((row) => !!row)
}

function childrenRows({ children = {} }: Facts): FactRow[] {
  const { cribs = 0, highChairs = 0, gates } = children
  const things = [
    ...(cribs > 0 ? [countOf(cribs, 'crib')] : []),
    ...(highChairs > 0 ? [countOf(highChairs, 'high chair')] : []),
  ]
  return [
    ...(things.length > 0 ? [{ icon: 'child', text: listOf(things) }] : []),
    ...(gates ? [{ icon: 'gate', text: 'Stair gates' }] : []),
  ]
}

function safetyRows({ safety = [] }: Facts): FactRow[] {
  const alarms = [
    ...(safety.includes('smoke-alarm') ? ['smoke'] : []),
    ...(safety.includes('co-alarm') ? ['carbon monoxide'] : []),
  ]
  return [
    ...(alarms.length > 0 ? [{ icon: 'alarm', text: `${capitalized(listOf(alarms))} alarms` }] : []),
    ...(safety.includes('extinguisher') ? [{ icon: 'extinguisher', text: 'Fire extinguisher' }] : []),
    ...(safety.includes('first-aid') ? [{ icon: 'first-aid', text: 'First-aid kit' }] : []),
  ]
}

export const EVENTS = { none: 'No parties or events.', ask: 'Events only if we agree before you book.' }

/** The facts that are house rules, as sentences. */
export function factRules({ quietHours, events, damage }: Facts): string[] {
  return [
    ...(quietHours ? [`Quiet hours are ${quietHours.from} to ${quietHours.to}.`] : []),
    ...(events ? [EVENTS[events]] : []),
    ...(damage ? [damage] : []),
  ]
}

/** The floor of a room; null if it is unknown. */
export function floorText({ floor }: RoomFacts): string | null {
  if (floor === undefined) return null
  if (floor === 0) return 'Entrance floor'
  const flights = Math.abs(floor)
  return `${flights === 1 ? 'One flight' : countOf(flights, 'flight')} ${floor > 0 ? 'up' : 'down'}`
}

export const BATHROOMS = { 'en-suite': 'En-suite bath', private: 'Private bath', shared: 'Shared bath' }

/** The bathroom of a room, with its note: `Shared bath, with the Heron room`; null if it is unknown. */
export function bathroomText({ bathroom, bathroomNote }: RoomFacts): string | null {
  if (!bathroom) return null
  return bathroomNote ? `${BATHROOMS[bathroom]}, ${bathroomNote}` : BATHROOMS[bathroom]
}
