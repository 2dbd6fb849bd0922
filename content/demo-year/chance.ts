/** Choices that follow from a seed: the same seed makes the same year. */
export type Chance = {
  /** A whole number from 0 to below `most`. */
  below(most: number): number
  /** One of 100 times as often as `percent` says. */
  happens(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  uuid(): string
}

/** Numbers from 0 to 1 by mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function chanceFrom(seed: number): Chance {
  const next = numbersFrom(seed)
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    happens: (percent) => next() * 100 < percent,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
