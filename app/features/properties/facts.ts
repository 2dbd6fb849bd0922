import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'

const words = boundedText(200).min(1)
const count = z.number().int().min(0).max(200)
/** A time of day as guests read it: `10:00 PM`. */
const hour = boundedText(8).regex(/^(?:[1-9]|1[0-2]):[0-5]\d [AP]M$/)

/** Names of facts that are invented for the demo. `rooms` stands for the floors and bathrooms of the rooms. */
const SAMPLES = [
  ...['wifi', 'parking', 'laundry', 'linens', 'heating', 'cooling', 'tvs', 'ski', 'children', 'safety'],
  ...['quietHours', 'events', 'damage', 'access', 'lift', 'rooms'],
] as const

/**
 * What a group asks before it books: the `facts` of a property. Every key is optional. An absent one is unknown and is
 * not shown, while `none` or 0 is known and is. They are one JSON value, because nothing joins or orders by them, and
 * most homes lack most of them. Floors and bathrooms belong to a room and are columns of `rooms`. Amenities stay words
 * in the presentation: they are what a home has besides these.
 */
export const factsSchema = z.object({
  /** Download speed in megabits per second, if measured. */
  wifi: z.object({ mbps: z.number().int().min(1).max(10_000).optional(), note: words.optional() }).optional(),
  parking: z
    .object({
      spaces: count,
      kind: z.enum(['garage', 'carport', 'driveway', 'lot', 'street']).optional(),
      charger: z.boolean().optional(),
      note: words.optional(),
    })
    .optional(),
  laundry: z.enum(['in-home', 'shared', 'none']).optional(),
  /** The linens that are ready when guests arrive. */
  linens: z.array(z.enum(['bed linens', 'bath towels', 'beach towels', 'hot tub towels'])).optional(),
  heating: z.enum(['central', 'radiant', 'electric', 'heat-pump']).optional(),
  cooling: z.enum(['central', 'room-units', 'fans', 'none']).optional(),
  tvs: z.object({ count, note: words.optional() }).optional(),
  ski: z.object({ storage: z.enum(['locker', 'room', 'garage']), bootDryer: z.boolean().optional() }).optional(),
  children: z
    .object({ cribs: count.optional(), highChairs: count.optional(), gates: z.boolean().optional() })
    .optional(),
  safety: z.array(z.enum(['smoke-alarm', 'co-alarm', 'extinguisher', 'first-aid'])).optional(),
  quietHours: z.object({ from: hour, to: hour }).optional(),
  events: z.enum(['none', 'ask']).optional(),
  /** The rule on damage, in one sentence; deposits included. */
  damage: words.optional(),
  /** Steps from where guests park to the door, and flights of stairs inside. Rooms say on which floor they are. */
  access: z.object({ steps: count.optional(), flights: count.optional(), elevator: z.boolean().optional() }).optional(),
  /** The walk to the nearest lift; `to` completes "to ...": `the gondola`. */
  lift: z
    .object({ to: words, minutes: count.optional(), miles: z.number().positive().max(100).optional() })
    .refine(({ minutes, miles }) => minutes !== undefined || miles !== undefined)
    .optional(),
  sample: z.array(z.enum(SAMPLES)).optional(),
})
export type Facts = z.infer<typeof factsSchema>

/** The floor of a room, and the way to its bathroom. Unknown parts are absent. */
export type RoomFacts = {
  /** Flights of stairs from the entrance: 0 is its floor, -1 one flight down. */
  floor?: number
  /** Inside the room, outside it but for it alone, or shared. */
  bathroom?: 'en-suite' | 'private' | 'shared'
  /** The equipment of the bathroom, or the room that shares it, to follow a comma: `with the Heron room`. */
  bathroomNote?: string
}
