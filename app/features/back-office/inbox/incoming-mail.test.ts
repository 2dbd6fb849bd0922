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
    const started = performance.now()
    expect((await html(`<p>Hello</p>${`<${tag}>`.repeat(20_000)}`)).text).toMatch(/^Hello/)
    expect(performance.now() - started, tag).toBeLessThan(2000)
  }
})
