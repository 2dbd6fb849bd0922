import type { ServedPage } from '#test/requests/served-page.ts'
import type { Visitor } from '#test/requests/visitor.ts'

/** The address of the booking frame in the served HTML of a home's page. */
export function frameSource({ html, url }: ServedPage): string {
  const source = /<iframe [^>]*src="([^"]*)"/.exec(html)?.[1]
  if (!source) throw new Error(`${url.pathname} has no frame.`)
  return source.replaceAll('&amp;', '&')
}

/** The booking frame of a home's page, as a browser without script shows it. */
export async function openFrame(visitor: Visitor, path: string): Promise<ServedPage> {
  return visitor.open(frameSource(await visitor.open(path)), 'iframe')
}

/** The target of the link with these words. */
export function linkOf({ links, url }: ServedPage, words: RegExp): string {
  const found = links.find(({ label }) => words.test(label))
  if (!found)
    throw new Error(`${url.pathname} has no link ${words}. It has ${links.map(({ label }) => label).join(', ')}.`)
  return found.href
}
