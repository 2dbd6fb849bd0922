import { expect, test } from 'vitest'
import { Action, DetailTable, mailOf, Paragraph, Quote } from './mail-layout.tsx'
import { textOf } from './message.server.ts'

const letter = {
  to: 'ada@example.com',
  template: 'test',
  subject: 'Your request',
  site: {
    brand: 'Powder & Cove',
    email: 'hello@example.com',
    postalAddress: '1 Main Street, Steamboat Springs, CO',
    url: 'https://stay.example',
  },
  preheader: 'Seen in the inbox alone',
  heading: 'Thank you, <b>Ada</b>',
  body: (
    <>
      <Paragraph>We read every message.</Paragraph>
      <DetailTable
        rows={[
          ['Home', 'Lake Keowee Cabin'],
          ['In all', '$1,090.00'],
        ]}
      />
      <Quote text={'First <script>alert(1)</script>\n\nThird'} />
      <Action href="https://stay.example/confirm?a=1&b=2">Confirm</Action>
    </>
  ),
}

test('HTML and text have the same content and end with the operator and the address', () => {
  const { html } = mailOf(letter)
  const text = textOf(html)
  for (const words of [
    'We read every message.',
    'Lake Keowee Cabin',
    '$1,090.00',
    'Confirm',
    '1 Main Street, Steamboat Springs, CO',
    'hello@example.com',
  ]) {
    expect(html).toContain(words)
    expect(text).toContain(words)
  }
  expect(text).toMatchInlineSnapshot(`
    "Powder & Cove <https://stay.example>

    Thank you, <b>Ada</b>

    We read every message.

    Home:     Lake Keowee Cabin
    In all:   $1,090.00

    > First <script>alert(1)</script>
    >  
    > Third

    Confirm <https://stay.example/confirm?a=1&b=2>

    Powder & Cove

    1 Main Street, Steamboat Springs, CO

    hello@example.com"
  `)
})

test('user text is shown as written and never as markup', () => {
  const { html } = mailOf(letter)
  const text = textOf(html)
  expect(html).not.toContain('<script')
  expect(html).toContain('First &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Thank you, &lt;b&gt;Ada&lt;/b&gt;')
  expect(text).toContain('First <script>alert(1)</script>')
})

test('mail programs get a dark scheme and a preview line, which the text omits', () => {
  const { html } = mailOf(letter)
  const text = textOf(html)
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).toContain('Seen in the inbox alone')
  expect(text).not.toContain('Seen in the inbox alone')
})

test('the head has the logo of the site, on a dark ground; without one, its icon', () => {
  expect(mailOf(letter).html).toContain('src="https://stay.example/apple-touch-icon.png"')
  const { html } = mailOf({ ...letter, site: { ...letter.site, logo: '/objects/uploads/logo.png' } })
  expect(html).toMatch(/<img src="https:\/\/stay\.example\/objects\/uploads\/logo\.png\?w=320"[^>]*background:#161830/)
  expect(html).not.toContain('apple-touch-icon')
})
