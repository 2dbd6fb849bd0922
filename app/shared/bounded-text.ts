import { z } from 'zod'

/**
 * Text of at most `max` characters. A longer one is refused before any other check or transform of the schema reads it:
 * normalizing text costs the square of its length in the worst case. `notText` is said of what is no text; without it, the generic words.
 */
export const boundedText = (max: number, tooLong?: string, notText?: string) =>
  z.string({ error: notText }).max(max, { error: tooLong, abort: true })
