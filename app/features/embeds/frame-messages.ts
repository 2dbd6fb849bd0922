import { z } from 'zod/mini'
import { MIN_OWN_HEIGHT, parseHeight } from './frame-limits.ts'

/** Requests that our own frame resend its messages, because the page may have missed them. */
export const RESEND = 'say again'

const choiceSchema = z.object({
  total: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  stay: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  actionInView: z.optional(z.boolean()),
})

/**
 * A message from the frame to the page. It has its height, the stay as a query string, and the formatted total. It also
 * says whether the total with its button, or a part that was opened, is in the window.
 */
export type FrameMessage = { iframeHeight?: number } & z.infer<typeof choiceSchema>

/** Parses a message of the frame; null when it is invalid. For a frame that is not `ours` only the clamped height is used. */
export function parseFrameMessage(data: unknown, { ours }: { ours: boolean }): FrameMessage | null {
  const iframeHeight = parseHeight(data, ours ? MIN_OWN_HEIGHT : undefined)
  const choice = ours ? choiceSchema.safeParse(data).data : undefined
  const message = { ...choice, ...(iframeHeight !== undefined && { iframeHeight }) }
  return Object.keys(message).length > 0 ? message : null
}
