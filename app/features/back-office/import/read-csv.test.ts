import { expect, test } from 'vitest'
import { FILES } from '#test/import-files.ts'
import { MOST_BYTES, readTable, readText } from './read-csv.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const table = (text: string) => {
  const read = readTable(text)
  if (!read.ok) throw new Error(read.message)
  return read
}
const problemOf = (text: string) => {
  const read = readTable(text)
  return read.ok ? null : read.message
}

test('a file is read with its lines, quotation marks, breaks within a cell, and notes above its heading', () => {
  const airbnb = table(FILES.airbnb)
  expect(airbnb.header).toHaveLength(13)
  expect(airbnb.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  expect(airbnb.rows[2]?.cells[2]).toBe('Cy "Ace" O’Hara')
  const ownerRez = table(FILES.ownerRez)
  expect(ownerRez.rows.map(({ line }) => line)).toEqual([2, 4, 5])
  expect(ownerRez.rows[0]?.cells.at(-1)).toBe('Arrives late.\nWants the crib.')
  const priceLabs = table(FILES.priceLabs)
  expect(priceLabs.header[0]).toBe('Listing ID')
  expect(priceLabs.rows[0]?.line).toBe(3)
})

test('semicolons, tabs, a byte order mark, blank lines and the encoding of Windows are read, too', () => {
  const lodgify = table(FILES.lodgify)
  expect([lodgify.header[0], lodgify.rows[1]?.cells[3]]).toEqual(['Id', 'Finn Öst'])
  expect(table('a\tb\n\n1\t2\n').rows).toEqual([{ line: 3, cells: ['1', '2'] }])
  expect(readText(new Uint8Array([0x4f, 0xd6, 0x53, 0x54]))).toEqual({ ok: true, text: 'OÖST' })
  expect(readText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3b, 0]))).toEqual({ ok: true, text: '\uFEFFa;'.slice(1) })
})

test('what is no CSV file gets a sentence', () => {
  const message = (data: Uint8Array) => readText(data)
  expect(message(bytes(''))).toMatchObject({ message: 'This file is empty.' })
  expect(message(bytes('PK\u0003\u0004'))).toMatchObject({ message: expect.stringContaining('a spreadsheet') })
  expect(message(bytes('%PDF-1.7'))).toMatchObject({ message: expect.stringContaining('isn’t a CSV file') })
  expect(message(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]))).toMatchObject({ ok: false })
  expect(message(new Uint8Array(MOST_BYTES + 1))).toMatchObject({ message: expect.stringContaining('5 MB') })
  expect(problemOf('hello')).toContain('isn’t a CSV file')
  expect(problemOf('Name,Total\n')).toContain('isn’t a CSV file')
  expect(problemOf('a,b\n1,"2\n3')).toContain('From line ')
  expect(problemOf(`a,b\n${'1,2\n'.repeat(10_001)}`)).toContain('10,001 rows')
})
