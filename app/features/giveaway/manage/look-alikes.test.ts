import { expect, test } from 'vitest'
import { findLookAlikes, mailboxOf } from './look-alikes.ts'

const entrant = (id: string, change: object = {}) => ({
  id,
  fullName: `Guest ${id}`,
  email: `${id}@example.com`,
  phone: `970 555 01${id}`,
  zipCode: '80487',
  ...change,
})

test('an address with a label or, at Gmail, with dots is the same mailbox', () => {
  expect(mailboxOf('Ada.Guest+two@gmail.com')).toBe(mailboxOf('adaguest@googlemail.com'))
  expect(mailboxOf('ada+two@example.com')).toBe('ada@example.com')
  expect(mailboxOf('ada.guest@example.com')).not.toBe(mailboxOf('adaguest@example.com'))
})

test('entries are alike by mailbox, by phone, or by name and zip code; several of these stand together', () => {
  const entries = [
    entrant('10', { email: 'ada@example.com', phone: '+1 (970) 555-0123' }),
    entrant('11', { email: 'ada+2@example.com', phone: '9705550123' }),
    entrant('12', { fullName: 'Bo  Guest' }),
    entrant('13', { fullName: 'bo guest' }),
    entrant('14', { fullName: 'Bo Guest', zipCode: '90210' }),
  ]
  expect(findLookAlikes(entries).map(({ shared, entries: alike }) => [shared, alike.map(({ id }) => id)])).toEqual([
    ['mailbox, phone number', ['10', '11']],
    ['name and zip code', ['12', '13']],
  ])
  expect(findLookAlikes([entrant('10'), entrant('11')])).toEqual([])
})
