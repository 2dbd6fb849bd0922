import { sleepsOf } from '#app/features/properties/beds.ts'
import type { Bed } from '#app/features/properties/presentation.ts'
import { countOf } from '#app/shared/words.ts'

type PropertyFigures = {
  maxGuests: number
  bathrooms: number
  rooms: readonly { beds: readonly Bed[]; bathroom?: string | undefined }[]
}

/** Statements of figures and rooms of a home that contradict each other, by the figure. */
export function contradictions({ maxGuests, bathrooms, rooms }: PropertyFigures) {
  const sleeps = sleepsOf(rooms.flatMap(({ beds }) => beds))
  const own = rooms.filter(({ bathroom }) => bathroom === 'en-suite' || bathroom === 'private').length
  return {
    maxGuests:
      sleeps > 0 && sleeps < maxGuests
        ? `The beds sleep ${sleeps}, but the home is for ${countOf(maxGuests, 'guest')}`
        : null,
    // A half bath is a room, too.
    bathrooms:
      own > Math.ceil(bathrooms)
        ? `${countOf(own, 'room')} with a private bath, but ${countOf(bathrooms, 'bathroom')}`
        : null,
  }
}
