/** Height of a vendor's booking frame until it sends one, in pixels. */
export const FRAME_HEIGHT = 900

/** The lowest frame of a vendor, and of our own card, whose parts are folded. */
const MIN_HEIGHT = 600
export const MIN_OWN_HEIGHT = 120
const MAX_HEIGHT = 4000

/**
 * The height in a frame's message, in whole pixels and clamped to its limits; undefined without a finite number. Written
 * without zod, which would make `book.js` three times as large.
 */
export function parseHeight(message: unknown, min = MIN_HEIGHT): number | undefined {
  if (typeof message !== 'object' || message === null || !('iframeHeight' in message)) return undefined
  const { iframeHeight: sent } = message
  if (typeof sent !== 'number' || !Number.isFinite(sent)) return undefined
  return Math.round(Math.min(MAX_HEIGHT, Math.max(min, sent)))
}
