/** A first name that can only be one: letters and what stands between them, and not long. */
const PLAIN_NAME = /^[\p{L}\p{M}'’.-]{2,20}$/u

/**
 * How a mail begins: with the first name. What somebody typed as a name goes into mail to an address that anybody may have
 * typed: one that could carry a link or a pitch is left out.
 */
export function greeting(name: string): string {
  const [first = ''] = name.split(' ', 1)
  const plain = PLAIN_NAME.test(first) && !/\.\p{L}/u.test(name)
  return plain ? `Hello ${first},` : 'Hello,'
}
