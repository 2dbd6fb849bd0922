/** A plausible first name: letters and name punctuation, and not long. */
const PLAIN_NAME = /^[\p{L}\p{M}'’.-]{2,20}$/u
const INITIALS = /^(?:\p{L}\.)+$/u
/** A title before a name. A single name after one is a last name. */
const TITLE =
  /^(?:dr|drs|prof|professor|doctor|mr|mrs|ms|miss|mx|mister|sir|lady|madam|rev|hon|herr|hr|frau|fr|fru|m|mme|mlle|monsieur|madame|sr|sra|señor|señora|don|doña|sig|sra|dhr|mevr|mag|ing|dipl|med|familie|family|famille|the)\.?$/iu
const AND = /^(?:&|\+|and|und|et|y|og|en)$/i
/** A suffix after a name and a comma. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|phd|ph\.d|md|m\.d|dds|mba|cpa|rn|llc|inc)\.?$/i

/** The first name in a typed name; null without one. Titles, or a last name and a comma, may precede it. */
function givenName(name: string): string | null {
  const [before = '', after = ''] = name.split(',', 2).map((part) => part.trim())
  const isReversed = after !== '' && !after.split(/\s+/).some((word) => SUFFIX.test(word))
  const words = (isReversed ? after : before).split(/\s+/).filter((word) => word !== '')
  const first = words.findIndex((word) => !TITLE.test(word) && !AND.test(word))
  const titles = words.slice(0, Math.max(0, first))
  const isLastName = titles.length > 0 && words.length - first < 2 && !isReversed
  if (first < 0 || isLastName || titles.some((word) => AND.test(word))) return null
  return words[first] ?? null
}

/** The name to address a guest by on a page: the first name, or else the whole typed name. */
export const firstName = (name: string) => givenName(name) ?? name.trim()

/**
 * The greeting of a mail, with the first name. The typed name goes into mail to an address that anybody may have typed.
 * A name that could carry a link or an advertisement is left out.
 */
export function greeting(name: string): string {
  const first = givenName(name) ?? ''
  const plain = PLAIN_NAME.test(first) && !INITIALS.test(first) && !/\.\p{L}/u.test(name)
  return plain ? `Hi ${first},` : 'Hello,'
}
