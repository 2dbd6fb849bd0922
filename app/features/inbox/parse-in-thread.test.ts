import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseInThread } from './parse-in-thread.server.ts'

const parse = (head: string, body: string, limit?: number) => {
  const source = Buffer.from(`From: bo@example.com\r\n${head}\r\n\r\n${body}`)
  const mail = { uid: 1, size: source.length, receivedAt: null, source, isHeadersOnly: false }
  return parseInThread(mail, limit)
}

const PARTS = ['Content-Type: multipart/mixed; boundary=x', '--x\r\n\r\na\r\n'.repeat(3_000_000)] as const

test('reads an email with the largest file that is kept', async () => {
  const film = Buffer.alloc(25_000_000, 'film').toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const part = 'Content-Disposition: attachment; filename=film.mov\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  const mail = await parse(
    'Content-Type: multipart/mixed; boundary=x',
    `--x\r\n\r\nHello\r\n--x\r\n${part}${film}\r\n--x--`,
    // However busy the machine is.
    100_000,
  )
  expect(mail?.text).toBe('Hello')
  expect(mail?.files).toMatchObject([{ name: 'film.mov', size: 25_000_000 }])
  expect(mail?.files[0]?.content?.byteLength).toBe(25_000_000)
})

test('gives up too many parts, and the site answers meanwhile', async () => {
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 10)
  expect(await parse(...PARTS, 5000)).toBe(null)
  clearInterval(beat)
  expect(turns).toBeGreaterThan(10)
})

test('finds its libraries in the container image, where all others are in the build', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const needed = new Set(['postal-mime', 'html-to-text'])
  for (const name of needed) {
    for (const other of Object.keys(packages[`node_modules/${name}`].dependencies ?? {})) needed.add(other)
  }
  const copied = new Set(readFileSync('Dockerfile', 'utf8').match(/(?<=node_modules\/)[@\w][\w./-]*/g))
  expect([...needed].filter((name) => !copied.has(name) && !copied.has(name.split('/')[0] ?? ''))).toEqual([])
})
