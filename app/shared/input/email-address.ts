const LONGEST = 254

/**
 * The pattern of browsers for `<input type="email">`:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Characters with another meaning in a URL. Its parser refuses their equivalents in other scripts. */
const NOT_IN_DOMAIN = /[^\P{ASCII}a-z0-9.-]/iu

/** Direction marks and joiners, which come with a copied address. */
const INVISIBLE = /\p{Cf}/gu

/**
 * The email address in a typed text, as mail servers accept it; null if there is none. A domain in other letters
 * becomes Punycode. The rule is that of browsers, with a dot in the domain: `ann@gmail` is a mistake.
 */
export function emailFrom(typed: string): string | null {
  if (typed.length > 1000) return null
  const text = typed.replace(INVISIBLE, '').trim()
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  const address = !/\P{ASCII}/u.test(domain) ? text : text.slice(0, at) + punycodeOf(domain)
  return address.length <= LONGEST && ADDRESS.test(address) ? address : null
}

function punycodeOf(domain: string): string {
  const url = `http://${domain}`
  return !NOT_IN_DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : ''
}
