import { randomInt } from 'node:crypto'

/** No 0 and O, 1, I and L, and no vowel that would make words, so that a guest can read it out. */
const SYMBOLS = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** A reference such as `PC-7K3M9Q`, unguessable; 480 million of them, so the caller tries again when one is taken. */
export function newReference(): string {
  return `PC-${Array.from({ length: 6 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')}`
}
