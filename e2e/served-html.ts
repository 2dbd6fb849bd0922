import { DomUtils, parseDocument } from 'htmlparser2'
import { expect } from './page.ts'
import { siteUrl } from './site-url.ts'

/** The HTML of a page as the site serves it. It is all that visitors without JavaScript get. */
export async function readHtml(path: string, { status = 200 } = {}): Promise<string> {
  const answer = await fetch(new URL(path, siteUrl()), { redirect: 'manual' })
  const html = await answer.text()
  expect(answer.status, path).toBe(status)
  return html
}

const namedIn = (html: string, name: string) =>
  DomUtils.getElementsByTagName(name, parseDocument(html, { withStartIndices: true, withEndIndices: true }))

/** The attributes of each tag of this name, by their names in lower case. One without a value has the empty text. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  return namedIn(html, name).map(({ attribs }) => attribs)
}

/** The inside of each element of this name whose opening tag has `mark`. */
export function elementsOf(html: string, name: string, mark = ''): string[] {
  return namedIn(html, name).flatMap(({ startIndex, endIndex, firstChild, lastChild }) => {
    const from = firstChild?.startIndex ?? (endIndex ?? 0) + 1
    const isMarked = html.slice(startIndex ?? 0, from).includes(mark)
    return isMarked ? [html.slice(from, (lastChild?.endIndex ?? from - 1) + 1)] : []
  })
}

/** The only element of this name with `mark`. */
export function elementOf(html: string, name: string, mark = ''): string {
  const [element = '', ...others] = elementsOf(html, name, mark)
  expect([element !== '', others.length], `one ${name} ${mark}`).toEqual([true, 0])
  return element
}

/** The text of HTML, as `textContent`, without scripts and styles. */
export const textOf = (html: string): string => DomUtils.innerText(parseDocument(html).children)
