import { z } from 'zod/mini'

/** Where a quote is found, and until when it can be booked; the API answers it with the price. */
export const quoteLinkSchema = z.object({ id: z.string(), url: z.string(), expiresAt: z.string() })

/** A hold, as the API answers it. */
export const holdSchema = z.object({ id: z.string(), expiresAt: z.string() })
