import type { Facts, RoomFacts } from '#app/features/properties/facts.ts'
import type { Host } from '#app/features/properties/host.ts'

/** No person is invented, only numbers, of the form that is reserved for fiction. */
export const sampleHost: Host = {
  about: 'Call or text before you book or while you’re here.',
  phone: '(970) 555-0118',
  text: '(970) 555-0118',
  sample: true,
}

/**
 * Facts that the demo invents, shown as samples and removed on going live (docs/decisions/009). By property slug; rooms by
 * their name.
 */
export const sampleFacts: Record<string, { facts: Omit<Facts, 'sample'>; rooms: Record<string, RoomFacts> }> = {
  'large-luxury': {
    facts: {
      wifi: { mbps: 400, note: 'A router in each condo' },
      parking: { spaces: 4, kind: 'driveway', charger: true },
      laundry: 'in-home',
      linens: ['bed linens', 'bath towels', 'hot tub towels'],
      heating: 'radiant',
      cooling: 'central',
      tvs: { count: 5, note: 'Stream with your own accounts' },
      ski: { storage: 'locker', bootDryer: true },
      children: { cribs: 2, highChairs: 2, gates: true },
      safety: ['smoke-alarm', 'co-alarm', 'extinguisher', 'first-aid'],
      quietHours: { from: '10:00 PM', to: '7:00 AM' },
      events: 'none',
      damage: 'No damage deposit. If the house rules are broken, whoever booked pays for repairs.',
      access: { steps: 3, flights: 1 },
      lift: { to: 'the gondola', minutes: 3, miles: 0.1 },
    },
    rooms: {
      'Main suite': { floor: 0, bathroom: 'en-suite', bathroomNote: 'freestanding tub and glass shower' },
      'Ridge room': { floor: 1, bathroom: 'en-suite', bathroomNote: 'glass shower' },
      'Fireside room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the first living room' },
      'Pine room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the second living room' },
      'Bunk room': { floor: 1, bathroom: 'private', bathroomNote: 'across the hall, two sinks' },
      Loft: { floor: 1, bathroom: 'en-suite', bathroomNote: 'tub and shower' },
      'First living room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the Fireside room' },
      'Second living room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the Pine room' },
      'First kitchen': { floor: 0 },
      'Second kitchen': { floor: 0 },
      'Game room': { floor: 0 },
    },
  },
  'luxury-amenities': {
    facts: {
      wifi: { mbps: 300 },
      parking: { spaces: 3, kind: 'driveway' },
      laundry: 'in-home',
      linens: ['bed linens', 'bath towels', 'hot tub towels'],
      heating: 'central',
      cooling: 'fans',
      tvs: { count: 3, note: 'Stream with your own accounts' },
      ski: { storage: 'room', bootDryer: true },
      children: { cribs: 1, highChairs: 1 },
      safety: ['smoke-alarm', 'co-alarm', 'extinguisher', 'first-aid'],
      quietHours: { from: '10:00 PM', to: '7:00 AM' },
      events: 'none',
      damage: 'No damage deposit. If the house rules are broken, whoever booked pays for repairs.',
      access: { steps: 6, flights: 2 },
      lift: { to: 'the gondola', minutes: 10, miles: 0.5 },
    },
    rooms: {
      'Main suite': { floor: 0, bathroom: 'en-suite', bathroomNote: 'freestanding tub and glass shower' },
      'Summit room': { floor: 1, bathroom: 'en-suite', bathroomNote: 'glass shower' },
      'Bunk room': { floor: 1, bathroom: 'private', bathroomNote: 'across the hall, tub and shower' },
      'Living room': { floor: 0 },
      Kitchen: { floor: 0 },
      'Game room': { floor: -1 },
    },
  },
  'spacious-condo': {
    facts: {
      wifi: { mbps: 200 },
      parking: { spaces: 2, kind: 'lot', note: 'No trailers' },
      laundry: 'shared',
      linens: ['bed linens', 'bath towels', 'hot tub towels'],
      heating: 'electric',
      cooling: 'none',
      tvs: { count: 2 },
      ski: { storage: 'locker' },
      children: { cribs: 1, highChairs: 1 },
      safety: ['smoke-alarm', 'co-alarm', 'extinguisher', 'first-aid'],
      quietHours: { from: '9:00 PM', to: '8:00 AM' },
      events: 'none',
      damage: 'No damage deposit. If the house rules are broken, whoever booked pays for repairs.',
      access: { steps: 0, flights: 0, elevator: true },
    },
    rooms: {
      'Main bedroom': { floor: 0, bathroom: 'en-suite', bathroomNote: 'walk-in glass shower' },
      'Second bedroom': { floor: 0, bathroom: 'en-suite', bathroomNote: 'tub and shower' },
      'Twin room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the living room' },
      'Living room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the twin room' },
      Kitchen: { floor: 0 },
    },
  },
  'lake-keowee': {
    facts: {
      wifi: { mbps: 150 },
      parking: { spaces: 6, kind: 'driveway', note: 'Room for a boat trailer' },
      laundry: 'in-home',
      linens: ['bed linens', 'bath towels', 'beach towels'],
      heating: 'heat-pump',
      cooling: 'central',
      tvs: { count: 3, note: 'Stream with your own accounts' },
      children: { cribs: 1, highChairs: 2, gates: true },
      safety: ['smoke-alarm', 'co-alarm', 'extinguisher', 'first-aid'],
      quietHours: { from: '10:00 PM', to: '8:00 AM' },
      events: 'ask',
      damage: 'No damage deposit. If the house rules are broken, whoever booked pays for repairs.',
      access: { steps: 4, flights: 1 },
    },
    rooms: {
      'Cove suite': { floor: 0, bathroom: 'en-suite', bathroomNote: 'tub with a lake view, glass shower' },
      'Dock room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the Heron room' },
      'Heron room': { floor: 0, bathroom: 'shared', bathroomNote: 'with the Dock room' },
      'Camp room': { floor: 1, bathroom: 'shared', bathroomNote: 'with the loft' },
      Loft: { floor: 1, bathroom: 'shared', bathroomNote: 'with the Camp room' },
      'Living room': { floor: 0 },
      Kitchen: { floor: 0 },
    },
  },
}
