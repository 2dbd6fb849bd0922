/** The header of a request that an open page makes by itself, without its operator. */
export const IN_BACKGROUND = 'x-background'

/**
 * The names in an `Accept` or `Accept-Encoding` header that are not refused with `q=0`, in lower case (RFC 9110, 12.5).
 * Wildcards are included as written; weights are dropped.
 */
export function acceptedNames(header: string | undefined): Set<string> {
  const names = new Set<string>()
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (name !== '' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) names.add(name)
  }
  return names
}

/**
 * Whether an `If-None-Match` header contains the entity tag, compared weakly (RFC 9110, 13.1.2), because recompressing
 * proxies make tags weak. `*` matches every tag.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const opaque = (written: string) => written.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((entry) => entry.trim() === '*' || opaque(entry) === opaque(tag))
}
