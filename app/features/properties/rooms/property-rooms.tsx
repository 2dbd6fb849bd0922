import { bedsText, drawnBeds, scaleText, sleepsOf } from '../beds.ts'
import type { PropertyView } from '../properties.ts'
import { BedPlan } from './bed-plan.tsx'

/** Who sleeps where, with beds drawn to size. */
export function PropertyRooms({ home: { rooms: all, presentation } }: { home: PropertyView }) {
  const rooms = all.filter((room) => room.beds.length > 0)
  if (rooms.length === 0) return null
  const beds = rooms.flatMap((room) => room.beds)
  return (
    <section aria-labelledby="rooms-heading" className="property-rooms">
      <h2 id="rooms-heading" className="heading-section mb-6">
        {presentation.sleepingHeading}
      </h2>
      <ul className="rooms">
        {rooms.map((room, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms never change places, and may share a name
          <li key={place} className="room">
            <div className="room-beds">
              {drawnBeds(room.beds).map((bed, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: beds of a kind are alike and never change places
                <BedPlan key={at} {...bed} />
              ))}
            </div>
            <h3 className="font-semibold">{room.name}</h3>
            <p className="text-sm text-muted">{`${bedsText(room.beds)}, sleeps\u00a0${sleepsOf(room.beds)}`}</p>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">{scaleText(beds)}</p>
    </section>
  )
}
