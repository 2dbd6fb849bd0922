import type { Facts, RoomFacts } from './facts.ts'

/** The facts that guests can search for, in the order of the choices. */
export const FEATURES = [
  'parking',
  'no-stairs',
  'ski-storage',
  'laundry',
  'cooling',
  'crib',
  'charger',
  'wifi',
] as const
export type Feature = (typeof FEATURES)[number]

/** The choice of each feature, as guests read it. */
export const FEATURE_WORDS: Record<Feature, string> = {
  parking: 'Parking',
  'no-stairs': 'Bedroom without stairs',
  'ski-storage': 'Ski storage',
  laundry: 'Washer and dryer',
  cooling: 'Air conditioning',
  crib: 'Crib',
  charger: 'EV charger',
  wifi: 'Wi-Fi',
}

type Room = RoomFacts & { beds: readonly unknown[] }

/** The known features of a property. An unknown fact counts as absent. */
export function featuresOf(facts: Facts, rooms: readonly Room[]): Feature[] {
  const has: Record<Feature, boolean> = {
    parking: (facts.parking?.spaces ?? 0) > 0,
    'no-stairs': hasBedroomWithoutStairs(facts, rooms),
    'ski-storage': facts.ski !== undefined,
    laundry: facts.laundry === 'in-home' || facts.laundry === 'shared',
    cooling: facts.cooling === 'central' || facts.cooling === 'room-units',
    crib: (facts.children?.cribs ?? 0) > 0,
    charger: facts.parking?.charger === true,
    wifi: facts.wifi !== undefined,
  }
  return FEATURES.filter((feature) => has[feature])
}

/** No step up to the door, and a bed on its floor whose bathroom is known. */
function hasBedroomWithoutStairs({ access }: Facts, rooms: readonly Room[]): boolean {
  if (access?.steps !== 0) return false
  return rooms.some(({ beds, floor, bathroom }) => {
    return beds.length > 0 && bathroom !== undefined && (floor === 0 || access.flights === 0)
  })
}
