import { z } from 'zod'
import { type FieldReader, formSchema, optionalField } from '#app/platform/http/form-fields.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { optionalLine } from '#app/shared/typed-input.ts'
import type { RoomFacts } from '../facts.ts'
import type { ContentForm } from './content-form.server.ts'
import { ROOM_FLOORS } from './property-content.ts'

const FLOOR = 'Please choose a floor of the list'
const BATHROOM = z.enum(['en-suite', 'private', 'shared'], { error: 'Please choose one of the list' })
const floorField = optionalField(
  z
    .string()
    .regex(/^-?\d{1,2}$/, FLOOR)
    .transform(Number)
    .refine((floor) => ROOM_FLOORS.includes(floor), FLOOR),
)

function factsOfRoom(read: FieldReader, id: string): RoomFacts {
  const floor = read.field(`floor-${id}`, floorField) ?? undefined
  const bathroom = read.field(`bathroom-${id}`, optionalField(BATHROOM)) ?? undefined
  const bathroomNote = read.field(
    `note-${id}`,
    optionalLine({ max: 200, tooLong: 'Please keep this to 200 characters' }),
  )
  if (bathroomNote && !bathroom) read.wrong(`bathroom-${id}`, 'Please choose whose bathroom it is')
  return { floor, bathroom, bathroomNote }
}

/** Floor and bathroom of every room. A room that the form did not show stays as it is. */
export const roomsForm = formSchema((read): ContentForm => {
  const ids = Object.keys(read.texts).flatMap((name) =>
    name.startsWith('floor-') ? [name.slice('floor-'.length)] : [],
  )
  const typed = new Map(ids.map((id) => [id, factsOfRoom(read, id)]))
  return {
    part: 'rooms',
    isVersioned: true,
    edit: ({ rooms: before }) => {
      const rooms = before.rooms.map((room) => ({ ...room, ...typed.get(room.id) }))
      const sample = before.sample && canonical(rooms) === canonical(before.rooms)
      return { ok: true, value: { rooms, sample } }
    },
  }
})

export const licenseForm = formSchema((read): ContentForm => {
  const license =
    read.field('license', optionalLine({ max: 100, tooLong: 'Please keep this to 100 characters' })) ?? null
  return { part: 'license', isVersioned: true, edit: () => ({ ok: true, value: license }) }
})
