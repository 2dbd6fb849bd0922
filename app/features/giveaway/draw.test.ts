import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf, drawRounds, drawTicket, lineOfTicket, listDigest, listText, parseList } from './draw.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const line = (name: string, entries: number) => ({ code: sha256(name), entries })
const LINES = [line('ada', 1), line('bo', 3), line('cy', 5)]

test('only the entrant’s number reveals the code of an entry', async () => {
  expect(await codeOf({ id: '946bb8f8-898a-4072-b708-04c20db6a97f', email: 'ada@example.com' })).toBe(
    sha256('946bb8f8-898a-4072-b708-04c20db6a97f ada@example.com'),
  )
})

test('the list has one line per entry, and any tool can compute its digest', async () => {
  const text = listText(LINES)
  expect(text).toBe(`${sha256('ada')} 1\n${sha256('bo')} 3\n${sha256('cy')} 5\n`)
  expect(await listDigest(text)).toBe(sha256(text))
  expect(parseList(text)).toEqual(LINES)
})

test.each(['', 'nothing', `${sha256('a')} 0\n`, `${sha256('a')} 1`, `${sha256('a')}  1\n`])(
  '%j is not a list',
  (text) => {
    expect(parseList(text)).toBeNull()
  },
)

test('each line has one ticket per entry', () => {
  const lines = Array.from({ length: 10 }, (_, ticket) => lineOfTicket(LINES, ticket))
  expect(lines).toEqual([1, 2, 2, 2, 3, 3, 3, 3, 3, null])
  expect(lineOfTicket(LINES, 1, [2])).toBe(3)
})

test('the ticket is the SHA-256 of digest, seed, round and try, modulo the number of tickets', async () => {
  const { ticket, tries } = await drawTicket({ seed: '5 12 33 41 60 9', listDigest: 'd', round: 1, tickets: 9 })
  const hash = sha256('d 5 12 33 41 60 9 1 1')
  expect(tries).toEqual([{ hashed: 'd 5 12 33 41 60 9 1 1', hash, accepted: true }])
  expect(ticket).toBe(Number(BigInt(`0x${hash}`) % 9n))
})

test('another list, seed or round hashes to another number', async () => {
  const inputs = { seed: 's', listDigest: 'd', round: 1, tickets: 1_000_003 }
  const all = [inputs, { ...inputs, seed: 't' }, { ...inputs, listDigest: 'e' }, { ...inputs, round: 2 }]
  const tickets = await Promise.all(all.map(async (one) => (await drawTicket(one)).ticket))
  expect(new Set(tickets).size).toBe(4)
})

test('over many seeds each line wins in proportion to its tickets', async () => {
  const wins = [0, 0, 0]
  const rounds = 9000
  for (let seed = 0; seed < rounds; seed += 1) {
    const { ticket } = await drawTicket({ seed: String(seed), listDigest: 'd', round: 1, tickets: 9 })
    const at = (lineOfTicket(LINES, ticket) ?? 0) - 1
    wins[at] = (wins[at] ?? 0) + 1
  }
  for (const [index, { entries }] of LINES.entries()) {
    const expected = (rounds * entries) / 9
    expect(Math.abs((wins[index] ?? 0) - expected)).toBeLessThan(4 * Math.sqrt(expected))
  }
})

test('a winner is not drawn again until everyone has been drawn', async () => {
  const drawn = await drawRounds(LINES, { seed: 's', listDigest: 'd', rounds: 3 })
  expect(drawn.map(({ line }) => line).sort()).toEqual([1, 2, 3])
  const first = drawn[0]?.line ?? 0
  expect(drawn[1]?.tickets).toBe(9 - (LINES[first - 1]?.entries ?? 0))
})
