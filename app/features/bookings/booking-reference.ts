/**
 * The significant characters of a typed reference. People leave out the hyphen, or type another character for it.
 */
export const symbolsOf = (typed: string): string => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** Two parts of three symbols, with anything between them. */
const PARTS = /^([\p{L}\p{N}]{3})[^\p{L}\p{N}]*([\p{L}\p{N}]{3})[^\p{L}\p{N}]*$/u

/** Normalizes a reference: `7k3 m9q` and `7K3M9Q` are `7K3-M9Q`. References of another form stay as they are. */
export const referenceFrom = (typed: string): string => typed.trim().toUpperCase().replace(PARTS, '$1-$2')
