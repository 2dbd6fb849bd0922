import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMail } from './incoming-mail.server.ts'

/** Of strings, whose characters are bytes. */
function parse(...lines: string[]) {
  const source = new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1'))
  return parseMail({ uid: 1, size: source.byteLength, receivedAt: null, source, isHeadersOnly: false })
}
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const FROM = 'From: Bo <bo@example.com>'
const meta = (charset: string) =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head>`

test.each([
  [
    'named only in the HTML',
    ['Content-Type: text/html', '', `${meta('iso-8859-1')}<body>S\xf8ren sp\xf8rger om k\xf8rsel</body></html>`],
  ],
  ['named nowhere', ['Content-Type: text/plain', '', 'S\xf8ren sp\xf8rger om k\xf8rsel']],
  ['named wrongly', ['Content-Type: text/plain; charset="utf-8"', '', 'S\xf8ren sp\xf8rger om k\xf8rsel']],
  ['called ASCII', ['Content-Type: text/plain; charset=us-ascii', '', bytes('Søren spørger om kørsel')]],
  ['called unknown', ['Content-Type: text/plain; charset=unknown-8bit', '', 'S\xf8ren sp\xf8rger om k\xf8rsel']],
  ['without a type', ['Subject: Towels', '', 'S\xf8ren sp\xf8rger om k\xf8rsel']],
  [
    'in Base64',
    [
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('S\xf8ren sp\xf8rger om k\xf8rsel', 'latin1').toString('base64'),
    ],
  ],
  [
    'quoted',
    [
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'S=F8ren sp=F8rger om=\r\n k=F8rsel',
    ],
  ],
  ['of a type on two lines', ['Content-Type: text/plain;', ' format=fixed', '', 'S\xf8ren sp\xf8rger om k\xf8rsel']],
  [
    'UTF-8 with a line that is no boundary',
    ['Content-Type: text/plain', '', bytes('Søren spørger om kørsel\r\n-- \r\nBo')],
  ],
  [
    'UTF-8 in HTML that says otherwise',
    ['Content-Type: text/html', '', `${meta('iso-8859-1')}<body>${bytes('Søren spørger om kørsel')}</body></html>`],
  ],
])('no letter of a text is lost: %s', async (_, lines) => {
  expect((await parse(FROM, ...lines)).text).toContain('Søren spørger om kørsel')
})

test('a text without an encoding has that of the HTML beside it', async () => {
  const { text } = await parse(
    ...[FROM, 'Content-Type: multipart/alternative; boundary=b', '', '--b', 'Content-Type: text/plain', ''],
    ...['Za\xbf\xf3\xb3\xe6', '--b', 'Content-Type: text/html', '', `${meta('iso-8859-2')}Za\xbf\xf3\xb3\xe6`, '--b--'],
  )
  expect(text.trim()).toBe('Zażółć')
})

test('a part without headers, and one in an encoding of its own, are read', async () => {
  const { text } = await parse(
    ...[FROM, 'Content-Type: multipart/mixed; boundary="b c"', '', '--b c', '', 'K\xf6rper', '--b c'],
    ...['Content-Type: text/plain; charset="iso-8859-2"', '', 'Za\xbf\xf3\xb3\xe6', '-- ', '--b', '--b c--'],
  )
  expect(text).toContain('Körper')
  expect(text).toContain('Zażółć\n-- \n--b')
})

test('a subject and a name with bare letters are read', async () => {
  const { subject, from } = await parse('From: S\xf8ren <bo@example.com>', 'Subject: K\xf8rsel', '', 'Yes')
  expect({ subject, name: from?.name }).toEqual({ subject: 'Kørsel', name: 'Søren' })
})

test('a Japanese and a Chinese text keep the encoding that they name', async () => {
  const japanese = '\x1b$B$"$$\x1b(B'
  expect((await parse(FROM, 'Content-Type: text/plain; charset=iso-2022-jp', '', japanese)).text).toBe('あい')
  expect((await parse(FROM, 'Content-Type: text/html', '', `${meta('iso-2022-jp')}${japanese}`)).text).toBe('あい')
  const chinese = [
    'From: =?gb2312?B?086yyZjl?= <bo@example.com>',
    'Content-Type: text/plain; charset="gbk"',
    '',
    '\xc4\xe3\xba\xc3',
  ]
  expect((await parse(...chinese)).text).toBe('你好')
})

test('the name of a file has no direction marks', async () => {
  const named = (name: string) =>
    parse(
      FROM,
      `Content-Type: image/jpeg; name*=utf-8''${encodeURIComponent(name)}`,
      'Content-Disposition: attachment',
      '',
      'x',
    )
  expect((await named('stay\u202egpj.exe')).files[0]?.name).toBe('staygpj.exe')
  expect((await named('\u2066план\u2069\u200f.jpg')).files[0]?.name).toBe('план.jpg')
})

/** An email as programs write it, well or badly, with the letters that it says. */
const email = fc
  .record({
    words: fc
      .string({ unit: fc.constantFrom(...'abcøåéüßñ ç'), minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() !== ''),
    isUtf8: fc.boolean(),
    charset: fc.constantFrom(
      '',
      '; charset=us-ascii',
      '; charset="utf-8"',
      ';charset=unknown-8bit',
      '; format=fixed',
      ';\r\n x=y',
    ),
    encoding: fc.constantFrom('', 'base64', '8bit'),
    isPart: fc.boolean(),
    newLine: fc.constantFrom('\r\n', '\n'),
  })
  .map(({ words, isUtf8, charset, encoding, isPart, newLine }) => {
    const raw = isUtf8 ? bytes(words) : words
    const body = encoding === 'base64' ? Buffer.from(raw, 'latin1').toString('base64') : raw
    const head = [`Content-Type: text/plain${charset}`, ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : [])]
    const part = [...head, '', body]
    const lines = isPart ? ['Content-Type: multipart/mixed; boundary=b', '', '--b', ...part, '--b--'] : part
    return { words, isUtf8, source: [FROM, ...lines].join(newLine) }
  })

test('no letter is lost, however a text is sent', async () => {
  await fc.assert(
    fc.asyncProperty(email, async ({ words, source }) => {
      expect((await parse(source)).text.trim()).toBe(words.trim())
    }),
  )
})

test('whatever bytes come, an email is read', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Content-Type: text/plain',
      'Content-Type: multipart/mixed; boundary=b',
      '--b',
      '--b--',
      '',
      'Subject: \xff',
      '\t',
      'X-Failed-Recipients: a@b.example',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => Buffer.from(text).toString('latin1')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      expect(typeof (await parse(...lines)).text).toBe('string')
    }),
  )
})
