import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'
import { parseMail } from './incoming-mail.server.ts'

/** Bytes as a text, one letter each. */
const CHARSETS: Record<string, (text: string) => string> = {
  'utf-8': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'iso-8859-1': (text) => text,
  'windows-1252': (text) => text.replaceAll('€', '\x80'),
  'iso-8859-15': (text) => text.replaceAll('€', '\xa4'),
}
const hex = (letter: string) => `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')

/** How a part is sent. Lines of quoted-printable end softly where they are long. */
const ENCODINGS: Record<string, (bytes: string) => string> = {
  '8bit': (bytes) => bytes,
  base64: (bytes) => base64(bytes).replace(/.{76}/g, '$&\r\n'),
  'quoted-printable': (bytes) =>
    bytes
      .split('\r\n')
      .map((line) => line.replace(/[^ -<>-~]| $/g, hex).replace(/(?:=..|[^=]){70}(?=.)/g, '$&=\r\n'))
      .join('\r\n'),
}

/** The copy of the email that is answered, as programs write it below. */
const COPIES = [
  '',
  'On Fri, Nov 27, 2026 at 10:00 AM Powder & Cove <hello@example.com> wrote:\n\n> Old words\n>\n> Team',
  'On Friday, November 27, 2026 at 10:00:00 AM MST, Powder & Cove\n<hello@example.com> wrote:\n\nOld words',
  '________________________________\nFrom: Powder & Cove <hello@example.com>\nSent: Friday, November 27, 2026 10:00 AM\nTo: Bo\nSubject: Stay\n\nOld words',
  '> On Nov 27, 2026, at 10:00, Powder & Cove <hello@example.com> wrote:\n> \n> Old words',
  'Gesendet: Freitag, 27. November 2026 um 10:00 Uhr\nVon: Powder & Cove <hello@example.com>\nAn: bo@example.com\n\nOld words',
  '-----Ursprüngliche Nachricht-----\nVon: Powder & Cove\nGesendet: Freitag\n\nOld words',
  'Le ven. 27 nov. 2026 à 10:00, Powder & Cove <hello@example.com> a écrit :\n\n> Old words',
]

const letters = (from: string) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: 1, maxLength: 40 }).map((text) => `x${text.trim()}x`)
/** Letters of Western Europe, so that every charset has them; no line begins like a copy. */
const line = letters('abc døåéüßñç€=.,?!')
const name = letters('abcéüß -')

const email = fc.record({
  words: fc.array(line, { minLength: 1, maxLength: 4 }),
  copy: fc.constantFrom(...COPIES),
  subject: line,
  from: name,
  charset: fc.constantFrom('utf-8', 'windows-1252', 'iso-8859-15'),
  encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  word: fc.constantFrom('B', 'Q'),
  shape: fc.constantFrom('plain', 'html', 'alternative', 'mixed', 'related', 'forwarded'),
  file: fc.record({
    name: name.map((text) => `${text}.pdf`),
    spelling: fc.constantFrom('rfc2231', 'parts', 'word', 'bare'),
  }),
  newLine: fc.constantFrom('\r\n', '\n'),
})
type Written = typeof email extends fc.Arbitrary<infer One> ? One : never

function encodedWord(text: string, { charset, word }: Written): string {
  const bytes = CHARSETS[charset]?.(text) ?? ''
  const content = word === 'B' ? base64(bytes) : bytes.replace(/[^a-zA-Z]/g, hex)
  return `=?${charset}?${word}?${content}?=`
}

function nameOf(written: Written): string {
  const { name: file, spelling } = written.file
  const percent = encodeURIComponent(file)
  if (spelling === 'word') return `filename="${encodedWord(file, written)}"`
  if (spelling === 'bare') return `filename="${CHARSETS['utf-8']?.(file)}"`
  if (spelling === 'rfc2231') return `filename*=utf-8''${percent}`
  const half = percent.match(/(?:%..|[^%]){1,8}/g) ?? []
  return half.map((part, at) => `filename*${at}*=${at === 0 ? "utf-8''" : ''}${part}`).join(';\r\n ')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const multipart = (type: string, parts: string[]) =>
  `Content-Type: multipart/${type}; boundary="=_${type}"\r\n\r\n${parts.map((part) => `--=_${type}\r\n${part}\r\n`).join('')}--=_${type}--`

function write(written: Written): string {
  const { words, copy, subject, from, charset, encoding, shape, newLine } = written
  const text = [...words, '', copy].join('\n').replaceAll('\n', '\r\n')
  const part = (type: string, content: string) => {
    const bytes = ENCODINGS[encoding]?.(CHARSETS[charset]?.(content) ?? '') ?? ''
    return `Content-Type: text/${type}; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${bytes}`
  }
  const html = `<div>${text.split('\r\n').map(escaped).join('<br>\r\n')}</div>`
  const file = `Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n ${nameOf(written)}\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=`
  const both = () => multipart('alternative', [part('plain', text), part('html', html)])
  const bodies: Record<Written['shape'], () => string> = {
    plain: () => part('plain', text),
    html: () => part('html', html),
    alternative: both,
    mixed: () => multipart('mixed', [both(), file]),
    related: () => multipart('mixed', [multipart('related', [both()]), file]),
    forwarded: () => multipart('mixed', [part('plain', text), file]),
  }
  const head = [
    `From: ${encodedWord(from, written)} <bo@example.com>`,
    `Subject: ${encodedWord(subject, written)}\r\n =?utf-8?Q?_end?=`,
    'MIME-Version: 1.0',
  ]
  return `${head.join('\r\n')}\r\n${bodies[shape]?.()}\r\n`.replaceAll('\r\n', newLine)
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('however an answer is sent, its words, its subject, its sender and its file arrive, and the copy below is folded', async () => {
  await fc.assert(
    fc.asyncProperty(email, async (written) => {
      const source = new Uint8Array(Buffer.from(write(written), 'latin1'))
      const mail = await parseMail({ uid: 1, size: source.byteLength, receivedAt: null, source, isHeadersOnly: false })
      const { text, quoted } = foldQuotes(mail.text)
      expect(flat(text)).toBe(flat(written.words.join(' ')))
      expect(quoted.includes('Old words')).toBe(written.copy !== '')
      expect(mail).toMatchObject({ subject: `${written.subject} end`, from: { name: written.from } })
      const hasFile = ['mixed', 'related', 'forwarded'].includes(written.shape)
      expect(mail.files.map(({ name: file }) => file)).toEqual(hasFile ? [written.file.name] : [])
    }),
    { numRuns: 300 },
  )
})
