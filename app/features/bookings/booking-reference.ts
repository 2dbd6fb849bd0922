/** What of a typed reference counts: people leave out the hyphen, or write a space or another dash for it. */
export const symbolsOf = (typed: string): string => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** Two parts of three symbols, whatever stands between them. */
const PARTS = /^([\p{L}\p{N}]{3})[^\p{L}\p{N}]*([\p{L}\p{N}]{3})[^\p{L}\p{N}]*$/u

/** The reference that was meant: `7k3 m9q` and `7K3M9Q` are `7K3-M9Q`. References of another form stay as they are. */
export const referenceFrom = (typed: string): string => typed.trim().toUpperCase().replace(PARTS, '$1-$2')
