/** The seed of all random values in a test: with the same one, a run can be repeated. */
export const SEED = Number(process.env.SEED ?? 20_261_126)

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
