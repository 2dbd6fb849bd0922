import { z } from 'zod/mini'
import { believedHeight } from './frame-height.ts'

/** What a page says to its own frame when it may have missed what the frame told. */
export const SAY_AGAIN = 'say again'

const heightSchema = z.object({ iframeHeight: z.optional(z.number()) })

const messageSchema = z.extend(heightSchema, {
  total: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  stay: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

/** What the frame tells the page: its height, the stay as an address's query, and its total in words. */
export type FrameMessage = { iframeHeight?: number; total?: string | null; stay?: string | null }

/**
 * A message of the frame, or null when it is none. Of a frame that is not `ours` its height alone is believed. A height is clamped;
 * one that is no finite number is left out.
 */
export function readFrameMessage(data: unknown, { ours }: { ours: boolean }): FrameMessage | null {
  const parsed = (ours ? messageSchema : heightSchema).safeParse(data)
  if (!parsed.success) return null
  const { iframeHeight, total, stay }: FrameMessage = parsed.data
  const height = believedHeight(iframeHeight)
  if (height === undefined && total === undefined && stay === undefined) return null
  return {
    ...(height === undefined ? {} : { iframeHeight: height }),
    ...(total === undefined ? {} : { total }),
    ...(stay === undefined ? {} : { stay }),
  }
}
