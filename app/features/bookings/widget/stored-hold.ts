import { z } from 'zod/mini'
import { quoteSchema } from './stored-quote.ts'

/** Nights that are held for the guest of this window, and the quote that they are held by. */
const holdSchema = z.object({
  propertyId: z.string(),
  id: z.string(),
  quote: quoteSchema,
  checkIn: z.string(),
  checkOut: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type StoredHold = z.infer<typeof holdSchema>

const KEY = 'hold'

function read(): StoredHold | null {
  try {
    return holdSchema.parse(JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** The hold that outlived a reload of the frame, of whatever property this window held last; null when it is over. */
export function readHold(): StoredHold | null {
  const kept = read()
  return kept && kept.until > Date.now() ? kept : null
}

/** The same, where it is of this property. */
export function readHoldOf(propertyId: string): StoredHold | null {
  const kept = readHold()
  return kept?.propertyId === propertyId ? kept : null
}

/** A booking that is to be paid gives its hold a new id and more time: a guest who goes back needs both. */
export function renewHold(propertyId: string, renewed: Pick<StoredHold, 'id' | 'until'>): void {
  const kept = read()
  if (kept?.propertyId === propertyId) storeHold({ ...kept, ...renewed })
}

/** Where the browser keeps nothing for frames, a reload forgets the hold; it is over soon enough. */
export function storeHold(hold: StoredHold | null): void {
  try {
    if (hold) window.sessionStorage.setItem(KEY, JSON.stringify(hold))
    else window.sessionStorage.removeItem(KEY)
  } catch {}
}
