import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** The host of a home: the `host` of a property. Every key may be absent, and is then not shown. */
export const hostSchema = z.object({
  firstName: boundedText(40).min(1).optional(),
  /** The path of an image on this site. */
  image: boundedText(300).startsWith('/').optional(),
  about: boundedText(400).min(1).optional(),
  /** Telephone numbers as guests read them: for calls, and for text messages. */
  phone: boundedText(40).min(1).optional(),
  text: boundedText(40).min(1).optional(),
  /** Invented for the demo. */
  sample: z.boolean().optional(),
})
export type Host = z.infer<typeof hostSchema>
