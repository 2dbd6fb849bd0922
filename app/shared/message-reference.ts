const PATTERN = /^[\dA-F]{4}-[\dA-F]{4}$/

/** The reference of a message or an inquiry: the first eight digits of its id, such as `3F9A-1C2B`. */
export function messageReference(id: string): string {
  return `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase()
}

/** A reference from an address; null for any other text, because anybody can write an address. */
export function referenceFrom(text: string | null): string | null {
  return text !== null && PATTERN.test(text) ? text : null
}
