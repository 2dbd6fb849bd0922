/** The query key that names the page a guest came from, with its query: `search?checkin=2027-01-16&checkout=2027-01-23`. */
export const WAY_BACK = 'from'

const WORDS = { search: 'Back to results', compare: 'Back to the comparison' }
type Page = keyof typeof WORDS

/** The address of the page that `from` names, with the words of its link. Null unless it is one that leads back. */
export function wayBack(from: string | null): { path: string; words: string } | null {
  const [, page, query = ''] = /^(search|compare)(\?.*)?$/.exec(from ?? '') ?? []
  return page ? { path: `/${page}${query}`, words: WORDS[page as Page] } : null
}

/** The address of a page that leads back, with another stay's query: the guest chose other dates meanwhile. */
export function wayBackWith(path: string, stay: string): string {
  const [page, query] = path.split('?')
  const fields = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(stay)) fields.set(name, value)
  return `${page}?${fields}`
}

/** The part of a link's query that leads back to a page. Its own query is given without its question mark. */
export function wayBackTo(page: Page, query: string): string {
  return `${WAY_BACK}=${encodeURIComponent(`${page}?${query}`)}`
}
