const LONGEST = 60

/** A name as a part of an address: `Amélie's Cabin, No. 2` is `amelies-cabin-no-2`. Empty when no Latin letter or digit is in it. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  return words.slice(0, LONGEST).replace(/-+$/, '')
}
