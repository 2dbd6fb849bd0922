import { scaleText } from '../beds.ts'
import type { PropertyView } from '../properties.ts'
import { SampleNote } from '../sample-note.tsx'
import { RoomList } from './room-list.tsx'

/** The sleeping arrangements, with beds drawn to scale. */
export function PropertyRooms({ property: { rooms: all, presentation, facts } }: { property: PropertyView }) {
  const rooms = all.filter((room) => room.beds.length > 0)
  if (rooms.length === 0) return null
  const beds = rooms.flatMap((room) => room.beds)
  const isOneFloor = facts.access?.flights === 0
  return (
    <section id="beds" aria-labelledby="rooms-heading" className="property-rooms">
      <h2 id="rooms-heading" className="heading-section mb-6">
        {presentation.sleepingHeading}
      </h2>
      <RoomList rooms={rooms} isOneFloor={isOneFloor} />
      <p className="text-xs text-muted">{scaleText(beds)}</p>
      {facts.sample?.includes('rooms') && <SampleNote>Sample floors and bathrooms</SampleNote>}
    </section>
  )
}
