import { expect, test } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'
import { parseMail } from './incoming-mail.server.ts'

/** Parses the source of a mailbox: lines end as in an email. */
function parse(text: string) {
  const source = new TextEncoder().encode(text.replaceAll('\n', '\r\n'))
  return parseMail({ uid: 1, size: source.byteLength, receivedAt: null, source, isHeadersOnly: false })
}

const html = (body: string) => parse(`From: Bo <bo@example.com>\nContent-Type: text/html\n\n${body}`)

test('reads HTML as text, however wide or deep it is', async () => {
  const { text } = await html(
    '<h1>Hi</h1><p>We come at <b>five</b>.</p><table class="facts"><tr><td colspan=1000000>See you</td></tr></table>',
  )
  expect(text).toBe('Hi\n\nWe come at five.\n\nSee you')
  for (const tag of ['div', 'ul><li', 'blockquote', 'table><tr><td', 'b']) {
    expect((await html(`<p>Hello</p>${`<${tag}>`.repeat(10_000)}`)).text).toMatch(/^Hello/)
  }
})

/** Parts of an email, each with its headers. */
const parts = (type: string, list: string[]) =>
  parse(
    `From: Bo <bo@example.com>\nContent-Type: multipart/${type}; boundary=x\n\n--x\n${list.join('\n--x\n')}\n--x--\n`,
  )
const image = (name: string, headers = '', base64 = '/9j/4AAQ') =>
  `Content-Type: image/jpeg\nContent-Disposition: inline; filename=${name}\nContent-Transfer-Encoding: base64\n${headers}\n${base64}`

test('keeps the photos of a guest, also those in the text, and no logo', async () => {
  const text = 'Content-Type: text/plain\n\nThe lamp broke:'
  const byApple = await parts('mixed', [text, image('image0.jpeg'), 'Content-Type: text/plain\n\nSent from my iPhone'])
  expect(byApple.files).toMatchObject([{ name: 'image0.jpeg', contentType: 'image/jpeg', size: 6 }])
  const signed = 'Content-Type: text/html\n\n<p>Hello</p><img src="cid:logo@b"><img src="cid:pasted@b">'
  const large = Buffer.alloc(60_000).toString('base64')
  const withLogo = [
    signed,
    image('logo.png', 'Content-ID: <logo@b>\n'),
    image('pasted.jpeg', 'Content-ID: <pasted@b>\n', large),
    image('lamp.jpeg', 'Content-ID: <lamp@b>\n'),
  ]
  for (const type of ['mixed', 'related']) {
    expect((await parts(type, withLogo)).files.map(({ name }) => name)).toEqual(['pasted.jpeg', 'lamp.jpeg'])
  }
})

test('names the files that it does not keep: one that is too large, and more than 20', async () => {
  const large = image('film.mov', '', Buffer.alloc(26_000_000).toString('base64'))
  const small = Array.from({ length: 120 }, (_, number) => image(`${number}.jpeg`))
  const { files } = await parts('mixed', [large, ...small])
  const named = (isKept: boolean) =>
    files.filter(({ content }) => (content !== null) === isKept).map(({ name }) => name)
  expect(named(true)).toEqual(small.slice(0, 20).map((_, number) => `${number}.jpeg`))
  expect(named(false)).toEqual([
    'film.mov',
    ...small.slice(20, 99).map((_, number) => `${number + 20}.jpeg`),
    '21 more',
  ])
})

const PLAIN = 'Content-Type: text/plain; charset=utf-8\n\n'
/** An email of parts, its text, and the names of its files. */
const read: [string, string[], string, string[]][] = [
  [
    'words before and after a file, of Apple',
    [
      `${PLAIN}Before the file: see the plan.`,
      'Content-Type: application/pdf; name="plan.pdf"\nContent-Disposition: attachment; filename="plan.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQgeA==',
      `${PLAIN}After the file: can we park two cars?\n\nSent from my iPhone`,
    ],
    'Before the file: see the plan.\nAfter the file: can we park two cars?\n\nSent from my iPhone',
    ['plan.pdf'],
  ],
  [
    'words above and below a picture in the text',
    [
      `${PLAIN}Top`,
      'Content-Type: image/png; name="a.png"\nContent-Disposition: inline; filename="a.png"\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=',
      `${PLAIN}Bottom`,
    ],
    'Top\nBottom',
    ['a.png'],
  ],
  [
    'words beside what only Outlook reads',
    [
      'Content-Type: text/plain; charset=us-ascii\n\nSee the attached floor plan.',
      'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment; filename="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+IgEAAQABAAEA',
    ],
    'See the attached floor plan.',
    ['winmail.dat'],
  ],
  [
    'files whose names are encoded in two ways, and an empty one',
    [
      `${PLAIN}Three files`,
      "Content-Type: application/pdf; name*0*=utf-8''Grundri%C3%9F%20; name*1*=%C3%96st%202027.pdf\nContent-Disposition: attachment; filename*0*=utf-8''Grundri%C3%9F%20; filename*1*=%C3%96st%202027.pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQ=",
      'Content-Type: image/jpeg; name="=?utf-8?B?0L/Qu9Cw0L0g0LTQvtC80LAuanBn?="\nContent-Disposition: attachment; filename="=?utf-8?B?0L/Qu9Cw0L0g0LTQvtC80LAuanBn?="\nContent-Transfer-Encoding: base64\n\n/9j/4AAQSkZJRg==',
      'Content-Type: text/plain; name="leer.txt"\nContent-Disposition: attachment; filename="leer.txt"\n\n',
    ],
    'Three files',
    ['Grundriß Öst 2027.pdf', 'план дома.jpg', 'leer.txt'],
  ],
]
test.each(read)('reads %s', async (_, list, text, names) => {
  const mail = await parts('mixed', list)
  expect(mail.text.replace(/\n+(?=After|Bottom)/, '\n')).toBe(text)
  expect(mail.files.map(({ name }) => name)).toEqual(names)
})

test('reads an email that is HTML alone, in Base64, without the styles in its head', async () => {
  const page =
    '<html><head><style>p{color:red}</style></head><body dir="auto"><div>First line &amp; more</div><div><br></div><div>Second line</div><blockquote type="cite"><div>old words</div></blockquote></body></html>'
  const head = 'From: Bo <bo@example.com>\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64'
  const { text } = await parse(`${head}\n\n${Buffer.from(page).toString('base64')}`)
  expect(foldQuotes(text)).toEqual({ text: 'First line & more\n\n\nSecond line', quoted: '> old words' })
})

test.each([
  ['a reply of a vacation', ['X-Autoreply: yes', 'X-Auto-Response-Suppress: All', 'Precedence: bulk'], true],
  ['one with an old header alone', ['X-Autorespond: yes'], true],
  ['one that says so by the standard', ['Auto-Submitted: auto-replied'], true],
  ['one of a list', ['List-Id: <inn.example>'], true],
  ['a person whose server wants no automatic replies', ['X-Auto-Response-Suppress: DR, OOF, AutoReply'], false],
  ['a person whose program says so', ['Auto-Submitted: no'], false],
  ['a person', [], false],
])('%s is automatic or not', async (_, headers, isAutomatic) => {
  const mail = await parse(['From: Bo <bo@example.com>', ...headers, '', 'Is there a crib?'].join('\n'))
  expect(mail).toMatchObject({ isAutomatic, text: 'Is there a crib?' })
})
