/** A name that can only be a name: letters and what stands between them, and not long. */
const PLAIN_NAME = /^[\p{L}\p{M}' ’.-]{2,60}$/u

/**
 * How a mail begins. What somebody typed as a name goes into mail to an address that anybody may have typed: one that could
 * carry a link or a pitch is left out.
 */
export function greeting(name: string): string {
  const plain = PLAIN_NAME.test(name) && !/\.\p{L}/u.test(name)
  return plain ? `Hello ${name},` : 'Hello,'
}
