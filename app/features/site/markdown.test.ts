import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownHtml } from './markdown.server.ts'

const TAGS = new Set(
  'p h2 h3 a img em strong code pre ul ol li blockquote br hr'.split(' ').flatMap((name) => [name, `/${name}`]),
)
const ATTRIBUTE = /\s+([\w:-]+)(?:="([^"]*)")?/g
const ATTRIBUTES = new Set(['href', 'src', 'alt', 'title', 'class', 'start'])

/** Parts of this HTML that could run or look like something else: forbidden tags, attributes and addresses. */
function dangersIn(html: string): string[] {
  return [...html.matchAll(/<([^<>]*)>/g)].flatMap(([tag, inside = '']) => {
    const name = inside.match(/^\/?[a-z0-9]+/)?.[0] ?? inside
    const attributes = [...inside.slice(name.length).matchAll(ATTRIBUTE)]
    const bad = attributes.filter(([, attribute = '', value = '']) => {
      if (!ATTRIBUTES.has(attribute)) return true
      return /^(?:href|src)$/.test(attribute) && /^\W*[a-z][a-z0-9+.-]*:/i.test(value) && !isSafe(value)
    })
    return TAGS.has(name) && bad.length === 0 ? [] : [tag]
  })
}
const isSafe = (address: string) => /^(?:https?|mailto|irc|ircs|xmpp):/i.test(address)

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body{display:none}</style>',
  '<!-- --><iframe src="https://evil.example"></iframe>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '<javascript:alert(1)>',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
  '![x" onerror="alert(1)](/objects/a.jpg)',
  '[x]\n\n[x]: javascript:alert(1) "y"',
  '```"><script>\nalert(1)\n```',
  '\\<script>alert(1)\\</script>',
]

test.each(HOSTILE)('what an operator writes in Markdown never runs: %j', (text) => {
  expect(dangersIn(markdownHtml(text))).toEqual([])
})

test('no mixture of such texts runs either', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('\n', ' ', '> ', '- '),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      expect(dangersIn(markdownHtml(pieces.join('')))).toEqual([])
    }),
  )
})

test('the check knows what runs', () => {
  expect(dangersIn('<p><a href="javascript:x">x</a><b>x</b><img src="/a" onerror="x" /></p>')).toHaveLength(4)
})
