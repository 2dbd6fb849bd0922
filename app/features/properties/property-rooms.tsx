import type { Bed, PropertyView } from './properties.ts'

/** Widths of the drawn beds, true to each other: a king is 76 inches wide, a queen 60, a twin 38. */
const BEDS: Record<Bed['kind'], { inches: number; one: string; many: string }> = {
  king: { inches: 76, one: 'king', many: 'kings' },
  queen: { inches: 60, one: 'queen', many: 'queens' },
  twin: { inches: 38, one: 'twin', many: 'twins' },
  bunk: { inches: 38, one: 'single bunk', many: 'single bunks' },
  'sofa-bed': { inches: 60, one: 'queen sofa bed', many: 'queen sofa beds' },
}
const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** The beds of a room in words: `Queen and twin`, `Six single bunks`. */
function bedsText(beds: readonly Bed[]): string {
  const parts = beds.map(({ kind, count }) =>
    count === 1 ? BEDS[kind].one : `${NUMBERS[count] ?? count} ${BEDS[kind].many}`,
  )
  const text = parts.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Who sleeps where, with beds drawn to size. */
export function PropertyRooms({ home: { rooms, presentation } }: { home: PropertyView }) {
  if (rooms.length === 0) return null
  return (
    <section aria-labelledby="rooms-heading">
      <h2 id="rooms-heading" className="heading-section mb-6">
        {presentation.sleepingHeading}
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
        {rooms.map((room) => (
          <li key={room.id} className="border-t border-line py-5">
            <BedDrawing beds={room.beds} />
            <h3 className="mt-3 font-semibold">{room.name}</h3>
            <p className="text-sm text-muted">{bedsText(room.beds)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BedDrawing({ beds }: { beds: readonly Bed[] }) {
  const drawn = beds.flatMap(({ kind, count }) => Array.from({ length: count }, () => BEDS[kind].inches / 2))
  const gap = 6
  const starts = drawn.map((_, index) => drawn.slice(0, index).reduce((sum, wide) => sum + wide + gap, 1))
  const width = drawn.reduce((sum, wide) => sum + wide + gap, 0)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 26`} height="26" width={width} className="max-w-full">
      {drawn.map((wide, index) => (
        <g key={starts[index]} transform={`translate(${starts[index]} 1)`}>
          <rect width={wide} height="24" rx="2" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <rect x="4" y="4" width={wide - 8} height="5" rx="1" fill="var(--lit)" />
        </g>
      ))}
    </svg>
  )
}
