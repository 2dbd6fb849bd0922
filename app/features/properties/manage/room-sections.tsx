import { FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { BATHROOMS, floorText } from '../fact-rows.ts'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'
import { ROOM_FLOORS } from './property-content.ts'

const FLOORS = ROOM_FLOORS.map((floor) => [String(floor), floorText({ floor }) ?? ''] as const)

/** The floor and the bathroom of each room. */
export function RoomsSection(props: ContentProps) {
  const { rooms, sample } = props.page.content.rooms
  if (rooms.length === 0) return null
  return (
    <ContentSection
      {...props}
      part="rooms"
      summary="Change floors and bathrooms"
      about={sample && <InventedNote />}
      stored={{ rooms: Object.fromEntries(rooms.map((room) => [room.id, room])) }}
    >
      {(fields) =>
        rooms.map(({ id, name }) => {
          const room = fields.rooms.getFieldset()[id]?.getFieldset()
          return (
            room && (
              <fieldset key={id} className="fact-group">
                <legend>{name}</legend>
                <FormSelect field={room.floor} label="Floor" none="Not shown" options={FLOORS} />
                <FormSelect
                  field={room.bathroom}
                  label="Bathroom"
                  none="Not shown"
                  options={Object.entries(BATHROOMS)}
                />
                <FormText field={room.bathroomNote} label="What it has, or who shares it" />
              </fieldset>
            )
          )
        })
      }
    </ContentSection>
  )
}

export function LicenseSection(props: ContentProps) {
  const { license } = props.page.content
  return (
    <ContentSection {...props} part="license" summary="Change the license number" stored={{ license }}>
      {(fields) => (
        <FormText field={fields.license} label="License number" hint="Empty: not shown. Your town may ask for it." />
      )}
    </ContentSection>
  )
}
