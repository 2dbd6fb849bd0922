const LONGEST = 60

/**
 * A name as a URL segment: `Amélie's Cabin, No. 2` is `amelies-cabin-no-2`. Empty if it contains no Latin letter or
 * digit.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  return words.slice(0, LONGEST).replace(/-$/, '')
}
