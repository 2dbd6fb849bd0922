/** How far a finger moves sideways to turn to another picture, in pixels. */
const SWIPE_PX = 50

/** The picture `by` steps from the one at `index`; after the last comes the first. */
export function wrapIndex(index: number, by: number, count: number): number {
  return (((index + by) % count) + count) % count
}

/** Where a swipe leads: 1 to the next picture, -1 to the one before, 0 nowhere. Moved more up or down than aside, it is none. */
export function stepOfSwipe({ x, y }: { x: number; y: number }): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x)) return 0
  return x < 0 ? 1 : -1
}

/** The picture that a key leads to; null when the key has no meaning here. */
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
