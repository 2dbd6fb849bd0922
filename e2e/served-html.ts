import { expect } from './page.ts'
import { siteUrl } from './site-url.ts'

/** The HTML of a page as the site serves it. It is all that visitors without JavaScript get. */
export async function readHtml(path: string, { status = 200 } = {}): Promise<string> {
  const answer = await fetch(new URL(path, siteUrl()), { redirect: 'manual' })
  const html = await answer.text()
  expect(answer.status, path).toBe(status)
  return html
}

/** The attributes of each tag of this name, by their names in lower case. One without a value has the empty text. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b((?:[^>"]|"[^"]*")*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decode(value),
      ]),
    ),
  )
}

/** The inside of each element of this name whose opening tag has `mark`. */
export function elementsOf(html: string, name: string, mark = ''): string[] {
  const tags = new RegExp(`<(/?)${name}\\b(?:[^>"]|"[^"]*")*>`, 'g')
  const open: { from: number; marked: boolean }[] = []
  const found: { from: number; inside: string }[] = []
  for (const { 0: tag, 1: closes, index } of html.matchAll(tags)) {
    if (!closes) {
      open.push({ from: index + tag.length, marked: tag.includes(mark) })
      continue
    }
    const { from = 0, marked } = open.pop() ?? {}
    if (marked) found.push({ from, inside: html.slice(from, index) })
  }
  return found.sort((one, other) => one.from - other.from).map(({ inside }) => inside)
}

/** The only element of this name with `mark`. */
export function elementOf(html: string, name: string, mark = ''): string {
  const [element = '', ...others] = elementsOf(html, name, mark)
  expect([element !== '', others.length], `one ${name} ${mark}`).toEqual([true, 0])
  return element
}

/** The text of HTML, as `textContent`, without scripts and styles. */
export function textOf(html: string): string {
  return decode(html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, ''))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, digits, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? all
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits))
  })
}
