import { z } from 'zod'

/** A text in the address of a list, up to `max` characters; empty for none. */
export const queryText = (max: number) =>
  z
    .string()
    .catch('')
    .transform((text) => text.trim().slice(0, max))

/** The page number in the address of a list; 1 if it is invalid. */
export const queryPage = z.coerce.number().int().min(1).max(100_000).catch(1)
