import { z } from 'zod'

/**
 * Text of at most `max` characters. Longer text is refused before any other check or transform of the schema reads it.
 * Normalizing text takes quadratic time in the worst case. `notText` is the message for other types; without it, the
 * generic one.
 */
export const boundedText = (max: number, tooLong?: string, notText?: string) =>
  z.string({ error: notText }).max(max, { error: tooLong, abort: true })
