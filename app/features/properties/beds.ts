import { listOf } from '#app/shared/words.ts'

/**
 * The bed types. Each has how many people it sleeps, its US mattress size in inches, and its name. It also has its
 * entry in Google's list of bed types. A bunk is one of the two in a bunk bed.
 */
export const BEDS = {
  king: { sleeps: 2, wide: 76, long: 80, one: 'king', many: 'kings', type: 'King' },
  queen: { sleeps: 2, wide: 60, long: 80, one: 'queen', many: 'queens', type: 'Queen' },
  double: { sleeps: 2, wide: 54, long: 75, one: 'double', many: 'doubles', type: 'Double' },
  twin: { sleeps: 1, wide: 38, long: 75, one: 'twin', many: 'twins', type: 'Single' },
  bunk: { sleeps: 1, wide: 38, long: 75, one: 'single bunk', many: 'single bunks', type: 'Single' },
  'sofa-bed': { sleeps: 2, wide: 60, long: 72, one: 'queen sofa bed', many: 'queen sofa beds', type: 'Double' },
} as const

export type BedKind = keyof typeof BEDS
type Beds = readonly { kind: BedKind; count: number }[]

const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** The beds of a room in text: `Queen and twin`, `Six single bunks`. */
export function bedsText(beds: Beds): string {
  const parts = beds.map(({ kind, count }) =>
    count === 1 ? BEDS[kind].one : `${NUMBERS[count] ?? count} ${BEDS[kind].many}`,
  )
  const text = listOf(parts)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How many people the beds sleep. */
export function sleepsOf(beds: Beds): number {
  return beds.reduce((sum, { kind, count }) => sum + BEDS[kind].sleeps * count, 0)
}

/** The label for the scale of a property's drawings: its widest bed. */
export function scaleText(beds: Beds): string {
  const [widest = 'king'] = beds.map(({ kind }) => kind).sort((a, b) => BEDS[b].wide - BEDS[a].wide)
  const { one, wide, long } = BEDS[widest]
  return `Beds are drawn to scale; a ${one} is ${wide} × ${long} inches.`
}

export type DrawnBed = { kind: BedKind; sleeps: number }

/** The pieces of furniture in the room: one per bed, but two bunks share one. */
export function drawnBeds(beds: Beds): DrawnBed[] {
  return beds.flatMap(({ kind, count }): DrawnBed[] => {
    const { sleeps } = BEDS[kind]
    if (kind !== 'bunk') return Array.from({ length: count }, () => ({ kind, sleeps }))
    return Array.from({ length: Math.ceil(count / 2) }, (_, at) => ({ kind, sleeps: Math.min(2, count - at * 2) }))
  })
}
