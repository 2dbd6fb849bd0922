import { z } from 'zod/mini'
import { keptQuoteSchema } from './kept-quote.ts'

/** Nights that are held for the guest of this window, and the quote that they are held by. */
const keptSchema = z.object({
  propertyId: z.string(),
  id: z.string(),
  quote: keptQuoteSchema,
  checkIn: z.string(),
  checkOut: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type KeptHold = z.infer<typeof keptSchema>

const KEY = 'hold'

function read(propertyId: string): KeptHold | null {
  try {
    const kept = keptSchema.parse(JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'))
    return kept.propertyId === propertyId ? kept : null
  } catch {
    return null
  }
}

/** The hold that outlived a reload of the frame; null when there is none for this home, or it is over. */
export function readHold(propertyId: string): KeptHold | null {
  const kept = read(propertyId)
  return kept && kept.until > Date.now() ? kept : null
}

/** A booking that is to be paid gives its hold a new id and more time: a guest who goes back needs both. */
export function renewHold(propertyId: string, renewed: Pick<KeptHold, 'id' | 'until'>): void {
  const kept = read(propertyId)
  if (kept) keepHold({ ...kept, ...renewed })
}

/** Where the browser keeps nothing for frames, a reload forgets the hold; it is over soon enough. */
export function keepHold(hold: KeptHold | null): void {
  try {
    if (hold) window.sessionStorage.setItem(KEY, JSON.stringify(hold))
    else window.sessionStorage.removeItem(KEY)
  } catch {}
}
