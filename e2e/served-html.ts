import type { Page } from '@playwright/test'
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

/** Without an aspect ratio of its own, so each image has that of its tag. */
const EMPTY_IMAGE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

/**
 * Lays out the HTML and style sheets of a page in the open one, whose scripts are off. Images are empty. Opening the
 * page costs three times as much, and its images are converted.
 */
export async function layOut(page: Page, path: string): Promise<void> {
  const html = await readHtml(path)
  await page.evaluate(
    ([html, empty]) => {
      const served = new DOMParser().parseFromString(html, 'text/html')
      for (const part of served.querySelectorAll('script, source')) part.remove()
      for (const frame of served.querySelectorAll('iframe')) frame.removeAttribute('src')
      for (const image of served.images) {
        image.removeAttribute('srcset')
        image.src = empty
      }
      document.documentElement.replaceWith(document.adoptNode(served.documentElement))
    },
    [html, EMPTY_IMAGE] as const,
  )
  const isStyled = () =>
    page.evaluate(() => [...document.querySelectorAll('link')].every(({ rel, sheet }) => rel !== 'stylesheet' || sheet))
  await expect.poll(isStyled, `the style sheets of ${path}`).toBe(true)
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
