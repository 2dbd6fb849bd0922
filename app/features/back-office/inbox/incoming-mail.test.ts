import { expect, test } from 'vitest'
import { parseMail } from './incoming-mail.server.ts'

/** Parses what a mailbox has: lines end as in an email. */
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
const photo = (name: string, headers = '', base64 = '/9j/4AAQ') =>
  `Content-Type: image/jpeg\nContent-Disposition: inline; filename=${name}\nContent-Transfer-Encoding: base64\n${headers}\n${base64}`

test('keeps the photos of a guest, also those in the text, and no logo', async () => {
  const text = 'Content-Type: text/plain\n\nThe lamp broke:'
  const byApple = await parts('mixed', [text, photo('image0.jpeg'), 'Content-Type: text/plain\n\nSent from my iPhone'])
  expect(byApple.files).toMatchObject([{ name: 'image0.jpeg', contentType: 'image/jpeg', size: 6 }])
  const signed = 'Content-Type: text/html\n\n<p>Hello</p><img src="cid:logo@b"><img src="cid:pasted@b">'
  const large = Buffer.alloc(60_000).toString('base64')
  const withLogo = [
    signed,
    photo('logo.png', 'Content-ID: <logo@b>\n'),
    photo('pasted.jpeg', 'Content-ID: <pasted@b>\n', large),
    photo('lamp.jpeg', 'Content-ID: <lamp@b>\n'),
  ]
  for (const type of ['mixed', 'related']) {
    expect((await parts(type, withLogo)).files.map(({ name }) => name)).toEqual(['pasted.jpeg', 'lamp.jpeg'])
  }
})

test('names the files that it does not keep: one that is too large, and more than 20', async () => {
  const large = photo('film.mov', '', Buffer.alloc(26_000_000).toString('base64'))
  const small = Array.from({ length: 120 }, (_, number) => photo(`${number}.jpeg`))
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
