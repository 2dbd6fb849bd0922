import { expect, test } from 'vitest'
import { undoWords } from './changed-rows.tsx'

test('says what Undo does to a stay that was canceled there, where the file has one', () => {
  const canceled = 'A canceled stay is then confirmed again, if its nights are still free.'
  expect(undoWords([{ isCanceled: false }])).toBe('You can undo each in History.')
  expect(undoWords([{ isCanceled: false }, { isCanceled: true }])).toBe(`You can undo each in History. ${canceled}`)
})
