import { z } from 'zod/mini'
import { clampHeight } from './frame-limits.ts'

/** Requests that our own frame resend its messages, because the page may have missed them. */
export const RESEND = 'say again'

const heightSchema = z.object({ iframeHeight: z.optional(z.number()) })

const messageSchema = z.extend(heightSchema, {
  total: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  stay: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

/** A message from the frame to the page: its height, the stay as a query string, and the formatted total. */
export type FrameMessage = { iframeHeight?: number; total?: string | null; stay?: string | null }

/** Parses a message of the frame; null when it is invalid. For a frame that is not `ours` only the clamped height is used. */
export function readFrameMessage(data: unknown, { ours }: { ours: boolean }): FrameMessage | null {
  const parsed = (ours ? messageSchema : heightSchema).safeParse(data)
  if (!parsed.success) return null
  const { iframeHeight, total, stay }: FrameMessage = parsed.data
  const height = clampHeight(iframeHeight)
  if (height === undefined && total === undefined && stay === undefined) return null
  return {
    ...(height === undefined ? {} : { iframeHeight: height }),
    ...(total === undefined ? {} : { total }),
    ...(stay === undefined ? {} : { stay }),
  }
}
