/** The horizontal distance of a swipe that turns to another image, in pixels. */
const SWIPE_PX = 50

/** The index of the image `by` steps away; wraps at both ends. */
export function wrapIndex(index: number, by: number, count: number): number {
  return (((index + by) % count) + count) % count
}

/**
 * The direction of a swipe. 1 is to the next image, -1 to the previous one. It is 0 when the movement is mostly
 * vertical or too short.
 */
export function stepOfSwipe({ x, y }: { x: number; y: number }): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x)) return 0
  return x < 0 ? 1 : -1
}

/** The index of the image that a key selects; null when the key does nothing here. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return wrapIndex(index, -1, count)
    case 'ArrowRight':
      return wrapIndex(index, 1, count)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
