import { expect, test } from 'vitest'
import { parseSaved } from './saved-properties.ts'

test('what a browser stored is read with care: other values are left out, and none break the list', () => {
  const cove = { slug: 'cove', name: 'Cove' }
  expect(parseSaved(JSON.stringify([cove, 7, null, 'cove', { slug: 'ridge' }]))).toEqual([cove])
  for (const stored of [null, '', '{', 'null', '{"slug":"cove"}']) expect(parseSaved(stored)).toEqual([])
})
