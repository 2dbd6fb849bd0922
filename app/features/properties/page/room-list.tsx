import { BEDS, bedsText, type DrawnBed, drawnBeds, sleepsOf } from '../beds.ts'
import { bathroomText, floorText } from '../fact-rows.ts'
import type { Bed } from '../presentation.ts'
import type { PropertyView } from '../properties.ts'
import { FactIcon } from './property-details.tsx'

type Props = {
  rooms: PropertyView['rooms']
  /** Then the floors of its rooms say nothing. */
  isOneFloor: boolean
}

/** Rooms with their beds, drawn to scale. */
export function RoomList({ rooms, isOneFloor }: Props) {
  return (
    <ul className="rooms">
      {rooms.map((room, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rooms may share a name
        <li key={place} className="room">
          <BedPlans beds={room.beds} />
          <h3 className="font-semibold">{room.name}</h3>
          {room.beds.length > 0 && (
            <p className="text-sm text-muted">{`${bedsText(room.beds)}, sleeps\u00a0${sleepsOf(room.beds)}`}</p>
          )}
          <RoomLine icon="stairs" text={isOneFloor ? null : floorText(room)} />
          <RoomLine icon="bath" text={bathroomText(room)} />
        </li>
      ))}
    </ul>
  )
}

function RoomLine({ icon, text }: { icon: string; text: string | null }) {
  if (!text) return null
  return (
    <p className="room-line">
      <FactIcon name={icon} />
      {text}
    </p>
  )
}

/** The beds of a room, to the scale of the list. */
export function BedPlans({ beds }: { beds: readonly Bed[] }) {
  return (
    <div className="room-beds">
      {drawnBeds(beds).map((bed, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: beds of one type are identical and never reordered
        <BedPlan key={at} {...bed} />
      ))}
    </div>
  )
}

/**
 * Space around a drawing for parts that stick out. Those are the back and arms of a sofa, the lower bunk, half a line.
 * In inches.
 */
const AROUND = { top: 2, side: 2 }
const SOFA = { back: 9, arm: 8 }
const BUNK = { across: 8, down: 5 }

/** A bed seen from above, head at the top, in units of `--inch`. Decorative: its name is next to it. */
function BedPlan({ kind, sleeps }: DrawnBed) {
  const { wide, long } = BEDS[kind]
  const sofa = kind === 'sofa-bed'
  const stacked = kind === 'bunk' && sleeps > 1
  const left = AROUND.side + (sofa ? SOFA.arm : 0)
  const top = AROUND.top + (sofa ? SOFA.back : 0)
  const width = left * 2 + wide + (stacked ? BUNK.across : 0)
  const height = top + long + AROUND.top + (stacked ? BUNK.down : 0)
  return (
    <svg
      aria-hidden="true"
      className="bed"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `calc(${width} * var(--inch))`, height: `calc(${height} * var(--inch))` }}
    >
      <g transform={`translate(${left} ${top})`}>
        {sofa && (
          <path className="bed-wood" d={`M0 34H-${SOFA.arm}V-${SOFA.back}H${wide + SOFA.arm}V34H${wide}V0H0z`} />
        )}
        {stacked && <Mattress kind={kind} pillows={1} x={BUNK.across} y={BUNK.down} />}
        <Mattress kind={kind} pillows={sofa ? 2 : BEDS[kind].sleeps} x={0} y={0} />
        {sofa && <path className="bed-fold" d={`M0 ${long / 3}H${wide}M0 ${(long * 2) / 3}H${wide}`} />}
      </g>
    </svg>
  )
}

function Mattress({ kind, pillows, x, y }: { kind: DrawnBed['kind']; pillows: number; x: number; y: number }) {
  const { wide, long } = BEDS[kind]
  const pillow = (wide - 6 * (pillows + 1)) / pillows
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="bed-sheet" width={wide} height={long} rx="3" />
      {Array.from({ length: pillows }, (_, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: pillows are identical and never reordered
          key={at}
          className="bed-pillow"
          x={6 + at * (pillow + 6)}
          y="6"
          width={pillow}
          height="14"
          rx="2"
        />
      ))}
      {kind !== 'sofa-bed' && (
        <path className="bed-blanket" d={`M0 28H${wide}V${long - 3}q0 3-3 3H3q-3 0-3-3zM0 37H${wide}`} />
      )}
    </g>
  )
}
