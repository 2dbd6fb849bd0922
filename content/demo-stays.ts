import type { Party } from '#app/shared/stay.ts'

/** `week` counts from the coming Friday, `day` from the Friday of that week. */
type Span = { week: number; day: number; nights: number }

export type DemoStay = Span & { status: 'pending' | 'confirmed'; party: Party }
type DemoBlock = Span & { reason: string }

const party = (adults: number, children = 0, infants = 0, pets = 0): Party => ({ adults, children, infants, pets })

/** Bookings and blocked nights of the demo, by property slug: enough for realistic calendars, with most nights free. */
export const demoStays: Record<string, { stays: DemoStay[]; blocks: DemoBlock[] }> = {
  'large-luxury': {
    stays: [
      { week: 1, day: 0, nights: 4, status: 'confirmed', party: party(12, 6, 1) },
      { week: 4, day: 1, nights: 7, status: 'confirmed', party: party(16, 5) },
      { week: 9, day: 0, nights: 5, status: 'pending', party: party(9, 9, 2) },
    ],
    blocks: [{ week: 6, day: 3, nights: 3, reason: 'Deep cleaning' }],
  },
  'luxury-amenities': {
    stays: [
      { week: 0, day: 0, nights: 4, status: 'confirmed', party: party(4, 2) },
      { week: 3, day: 2, nights: 4, status: 'confirmed', party: party(6) },
      { week: 7, day: 0, nights: 5, status: 'pending', party: party(2, 3, 1) },
    ],
    blocks: [{ week: 5, day: 4, nights: 2, reason: 'Hot tub service' }],
  },
  'spacious-condo': {
    stays: [
      { week: 1, day: 1, nights: 5, status: 'confirmed', party: party(4, 3) },
      { week: 2, day: 1, nights: 6, status: 'confirmed', party: party(2, 2, 1) },
      { week: 8, day: 0, nights: 4, status: 'confirmed', party: party(8) },
    ],
    blocks: [{ week: 12, day: 0, nights: 2, reason: 'The owner is here' }],
  },
  'lake-keowee': {
    stays: [
      { week: 2, day: 1, nights: 7, status: 'confirmed', party: party(6, 6, 0, 1) },
      { week: 5, day: 0, nights: 4, status: 'confirmed', party: party(10, 2) },
      { week: 11, day: 1, nights: 7, status: 'pending', party: party(8, 5, 2, 2) },
    ],
    blocks: [{ week: 6, day: 5, nights: 2, reason: 'Dock repair' }],
  },
}
