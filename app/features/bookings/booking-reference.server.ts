import { randomInt } from 'node:crypto'

/** No 0 and O, 1, I and L, and no vowel that would make words, so that a guest can read it out. */
const SYMBOLS = '23456789BCDFGHJKMNPQRSTVWXYZ'

const three = () => Array.from({ length: 3 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')

/** A reference such as `7K3-M9Q`, unguessable; 480 million of them, so the caller tries again when one is taken. */
export function newReference(): string {
  return `${three()}-${three()}`
}
