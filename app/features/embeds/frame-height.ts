/** Height of the booking frame until it says another, in pixels. */
export const FRAME_HEIGHT = 900

const LEAST_HEIGHT = 600
const MOST_HEIGHT = 4000

/** What is believed of a height that a frame says, in whole pixels; undefined when it is no finite number. */
export function believedHeight(said: unknown): number | undefined {
  if (typeof said !== 'number' || !Number.isFinite(said)) return undefined
  return Math.round(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, said)))
}
