/** A plausible first name: letters and name punctuation, and not long. */
const PLAIN_NAME = /^[\p{L}\p{M}'’.-]{2,20}$/u

/** The name to call a guest by on a page: the first word that they typed. */
export const firstName = (name: string) => name.trim().split(/\s/, 1)[0] ?? ''

/**
 * The greeting of a mail, with the first name. The typed name goes into mail to an address that anybody may have typed.
 * A name that could carry a link or an advertisement is left out.
 */
export function greeting(name: string): string {
  const [first = ''] = name.split(' ', 1)
  const plain = PLAIN_NAME.test(first) && !/\.\p{L}/u.test(name)
  return plain ? `Hi ${first},` : 'Hello,'
}
