import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILES } from '#test/import-files.ts'
import { decodeText, MOST_BYTES, parseSlices, parseTable } from './read-csv.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const table = async (text: string) => {
  const read = await parseTable(text)
  if (!read.ok) throw new Error(read.message)
  return read
}
const problemOf = async (text: string) => {
  const read = await parseTable(text)
  return read.ok ? null : read.message
}

test('lines may end in several ways in one file', async () => {
  const table = await parseTable('a,b\r\n1,"x\ny"\n2,z\r3,w\r\n')
  expect(table).toMatchObject({
    ok: true,
    rows: [{ cells: ['1', 'x\ny'] }, { cells: ['2', 'z'] }, { cells: ['3', 'w'] }],
  })
})

test('a file is read with its lines, quotation marks, breaks within a cell, and notes above its heading', async () => {
  const airbnb = await table(FILES.airbnb)
  expect(airbnb.header).toHaveLength(13)
  expect(airbnb.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  expect(airbnb.rows[2]?.cells[2]).toBe('Cy "Ace" O’Hara')
  const ownerRez = await table(FILES.ownerRez)
  expect(ownerRez.rows.map(({ line }) => line)).toEqual([2, 4, 5])
  expect(ownerRez.rows[0]?.cells.at(-1)).toBe('Arrives late.\nWants the crib.')
  const priceLabs = await table(FILES.priceLabs)
  expect(priceLabs.header[0]).toBe('Listing ID')
  expect(priceLabs.rows[0]?.line).toBe(3)
})

test('semicolons, tabs, a byte order mark, blank lines and the encoding of Windows are read, too', async () => {
  const lodgify = await table(FILES.lodgify)
  expect([lodgify.header[0], lodgify.rows[1]?.cells[3]]).toEqual(['Id', 'Finn Öst'])
  expect((await table('a\tb\n\n1\t2\n')).rows).toEqual([{ line: 3, cells: ['1', '2'] }])
  expect(decodeText(new Uint8Array([0x4f, 0xd6, 0x53, 0x54]))).toEqual({ ok: true, text: 'OÖST' })
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3b, 0]))).toEqual({ ok: true, text: '\uFEFFa;'.slice(1) })
})

test('a file with a quotation mark around each cell is read, whatever separates them', async () => {
  for (const by of [',', ';', '\t', '|']) {
    const text = `${['"Guest"', '"Total"'].join(by)}\n${['"Berg, Ida; Jr."', '"1,250.00"'].join(by)}`
    expect((await table(text)).rows).toEqual([{ line: 2, cells: ['Berg, Ida; Jr.', '1,250.00'] }])
  }
})

test('what separates the columns is found although dates and amounts have commas', async () => {
  const text = 'Exported July 4, 2027\nGuest;Arrival;Total\nIda;Sun, Jul 4, 2027;1.250,00\nBo;Mon, Jul 5, 2027;980,00'
  const { header, rows } = await table(text)
  expect([header, rows[1]]).toEqual([
    ['Guest', 'Arrival', 'Total'],
    { line: 4, cells: ['Bo', 'Mon, Jul 5, 2027', '980,00'] },
  ])
})

test('what is no CSV file gets a sentence', async () => {
  const message = (data: Uint8Array) => decodeText(data)
  expect(message(bytes(''))).toMatchObject({ message: 'This file is empty.' })
  expect(message(bytes('PK\u0003\u0004'))).toMatchObject({ message: expect.stringContaining('a spreadsheet') })
  expect(message(bytes('%PDF-1.7'))).toMatchObject({ message: expect.stringContaining('isn’t a CSV file') })
  expect(message(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]))).toMatchObject({ ok: false })
  expect(message(new Uint8Array(MOST_BYTES + 1))).toMatchObject({ message: expect.stringContaining('5 MB') })
  expect(await problemOf('hello')).toContain('isn’t a CSV file')
  expect(await problemOf('Name,Total\n')).toContain('isn’t a CSV file')
  expect(await problemOf('a,b\n1,2\n1,"2\n3')).toContain('From line 3 on')
  // A quotation mark that nothing closes takes in all lines after it. The line that has it is named.
  expect(await problemOf(`a,b\n1,2\n1,"2\n${'x,y\n'.repeat(30_000)}`)).toContain('From line 3 on')
  expect(await problemOf(`a,b\n${'1,2\n'.repeat(10_001)}`)).toContain('more than 10,000 rows')
})

const FIVE_MB = 5_000_000
/** Reads a file, and counts how often other work had its turn meanwhile. */
async function readBesideOthers(text: string) {
  let [turns, isRead] = [0, false]
  const others = (async () => {
    while (!isRead) {
      await setImmediate()
      turns += 1
    }
  })()
  const read = await parseTable(text)
  isRead = true
  await others
  return { read, turns }
}

test('while a file of 5 MB is parsed, everybody else gets their turn between its slices', async () => {
  const rows = 9_999
  const line = `Ida,${'x'.repeat(FIVE_MB / rows - 6)}\n`
  const { read, turns } = await readBesideOthers(`Guest,Note\n${line.repeat(rows)}`)
  expect(read.ok && read.rows).toHaveLength(rows)
  // A slice has 16 KB.
  expect(turns).toBeGreaterThan(250)
})

test('of 5 MB of “a,b” no more is parsed than a file may have, in slices', async () => {
  const slices: number[] = []
  const text = 'a,b\n'.repeat(FIVE_MB / 4)
  const { read, turns } = await readBesideOthers(text)
  expect(read).toMatchObject({ ok: false, message: expect.stringContaining('more than 10,000 rows') })
  expect(turns).toBeGreaterThan(3)
  for await (const { line } of parseSlices(Buffer.from(text), ',')) {
    if (slices.push(line) === 10) break
  }
  expect(slices).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  // One line without an end, and one quotation mark without its other.
  expect(await problemOf('a,b,'.repeat(FIVE_MB / 4))).toContain('can’t be read')
  expect(await problemOf(`a,"b\n${'a,b\n'.repeat(100_000)}`)).toContain('can’t be read')
})

test('wherever a slice ends, the same rows are read as at once', async () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'Öst', 'a "b" c', '1.250,00', '  x ', '12/01/2027', '"'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  const end = fc.constantFrom('\n', '\r\n')
  const file = fc.tuple(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), end)
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.constantFrom(...',;\t'),
      fc.integer({ min: 1, max: 7 }),
      async ([rows, eol], by, size) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`
        const text = rows.map((row) => row.map(quoted).join(by)).join(eol)
        const read = async (slice: number) => {
          const all = []
          for await (const row of parseSlices(Buffer.from(text), by, slice)) all.push(row)
          return all
        }
        expect(await read(size)).toEqual(await read(1_000_000))
      },
    ),
    { numRuns: 100 },
  )
})
