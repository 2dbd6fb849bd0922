import { z } from 'zod'

/** A hold as it is asked for; `replaces` is one's own hold that is let go for it. */
export const holdRequestSchema = z.object({ quoteId: z.guid(), replaces: z.guid().optional() })
export type HoldRequest = z.infer<typeof holdRequestSchema>

/** Nights that are kept for a guest who begins to book. Whoever knows the id owns it (docs/decisions/017). */
export type Hold = { id: string; expiresAt: Date }
