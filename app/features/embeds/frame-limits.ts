/** Height of the booking frame until it sends one, in pixels. */
export const FRAME_HEIGHT = 900

const MIN_HEIGHT = 600
const MAX_HEIGHT = 4000

/** A frame's height in whole pixels, clamped to its limits; undefined when it is not a finite number. */
export function clampHeight(sent: unknown): number | undefined {
  if (typeof sent !== 'number' || !Number.isFinite(sent)) return undefined
  return Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, sent)))
}
