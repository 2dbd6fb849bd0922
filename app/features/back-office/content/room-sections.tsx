import { BATHROOMS, floorText } from '#app/features/properties/fact-rows.ts'
import { ROOM_FLOORS } from '#app/features/properties/manage/property-content.ts'
import { FillSelect, FillText } from '../form-parts.tsx'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

const FLOORS = ROOM_FLOORS.map((floor) => [String(floor), floorText({ floor }) ?? ''] as const)

/** The floor and the bathroom of each room. */
export function RoomsSection(props: ContentProps) {
  const { rooms, sample } = props.page.content.rooms
  if (rooms.length === 0) return null
  return (
    <ContentSection {...props} part="rooms" summary="Change floors and bathrooms" about={sample && <InventedNote />}>
      {(fill) =>
        rooms.map(({ id, name, floor, bathroom, bathroomNote }) => (
          <fieldset key={id} className="fact-group">
            <legend>{name}</legend>
            <FillSelect name={`floor-${id}`} label="Floor" stored={floor} options={FLOORS} fill={fill} />
            <FillSelect
              name={`bathroom-${id}`}
              label="Bathroom"
              stored={bathroom}
              options={Object.entries(BATHROOMS)}
              fill={fill}
            />
            <FillText name={`note-${id}`} label="What it has, or who shares it" stored={bathroomNote} fill={fill} />
          </fieldset>
        ))
      }
    </ContentSection>
  )
}

export function LicenseSection(props: ContentProps) {
  return (
    <ContentSection {...props} part="license" summary="Change the license number">
      {(fill) => (
        <FillText
          name="license"
          label="License number"
          hint="Empty: not shown. Your town may ask for it."
          stored={props.page.content.license}
          fill={fill}
        />
      )}
    </ContentSection>
  )
}
