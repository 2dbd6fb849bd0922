import { expect, test } from 'vitest'
import { changedPath, unchangedPath } from './changed-path.ts'

test('the address after a write names the change once, and keeps the rest', () => {
  expect(changedPath('/admin/inbox', 'a')).toBe('/admin/inbox?changed=a')
  expect(changedPath('/admin/bookings?view=all&changed=a#row', 'b')).toBe('/admin/bookings?view=all&changed=b#row')
  expect(changedPath('/admin/inbox', null)).toBe('/admin/inbox')
  expect(unchangedPath('/admin/bookings?view=all&changed=b')).toBe('/admin/bookings?view=all')
  expect(unchangedPath('/admin/inbox?changed=b')).toBe('/admin/inbox')
})
