/** Height of the booking frame until it sends one, in pixels. */
export const FRAME_HEIGHT = 900

const MIN_HEIGHT = 600
const MAX_HEIGHT = 4000

/**
 * The height in a frame's message, in whole pixels and clamped to its limits; undefined without a finite number. Written
 * without zod, which would make `book.js` three times as large.
 */
export function readHeight(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('iframeHeight' in message)) return undefined
  const { iframeHeight: sent } = message
  if (typeof sent !== 'number' || !Number.isFinite(sent)) return undefined
  return Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, sent)))
}
