import { expect, test } from 'vitest'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, testServices } from '#test/factories.ts'
import { runCommand } from './command-line.ts'

describeWithDatabase('the command for codes', (database) => {
  const run = (words: string) =>
    runCommand(testServices(database()), { words: ['promo', ...words.split(' ').filter(Boolean)] })

  test('creates codes, lists them with their uses, and ends them', async () => {
    const property = await makeProperty(database().db, { slug: 'cabin', name: 'Lake Cabin' })
    expect(await run('list')).toEqual({
      ok: true,
      message: 'There are no codes yet: npm run site -- promo add CODE 10%.',
    })
    expect(await run('add cove10 12.5% --uses 20')).toEqual({ ok: true, message: 'COVE10 can be booked with.' })
    const rules = '--from 2027-06-01 --until 2027-06-30 --stay-from 2027-09-01 --nights 3'
    expect(await run(`add AUTUMN 49.50 --property cabin ${rules}`)).toMatchObject({ ok: true })
    await makeBooking(database().db, property, { from: '2027-07-01', to: '2027-07-05' }, { promoCode: 'COVE10' })
    const list = async () => (await run('list'))?.message.split('\n')
    const autumn = [
      'AUTUMN | $49.50 off | Lake Cabin | booked from 2027-06-01 to 2027-06-30 | nights from 2027-09-01',
      '3 nights or more | in 0 bookings',
    ].join(' | ')
    expect(new Set(await list())).toEqual(new Set(['COVE10 | 12.5% off | every property | in 1 booking of 20', autumn]))
    expect(await run('end cove10')).toMatchObject({ ok: true })
    expect(await list()).toContain('COVE10 | 12.5% off | every property | in 1 booking of 20 | ENDED 2027-06-01')
    expect(await run('end cove10')).toMatchObject({ ok: false })
  })

  test.each([
    ['', 'Codes that take something off'],
    ['list more', "too many arguments for 'list'"],
    ['add COVE', "missing required argument 'off'"],
    ['add COVE 10% --color red', "unknown option '--color'"],
    ['add C% 10%', 'A code is 3 to 30 letters, digits, and hyphens.'],
    ['add COVE ten', 'What it takes off is written 10% or 50.'],
    ['add COVE 0', 'A code takes something off.'],
    ['add COVE 101%', 'A code takes off up to 100%.'],
    ['add COVE 10% --from 2027-02-29', 'Dates are written YYYY-MM-DD.'],
    ['add COVE 10% --from 2027-03-02 --until 2027-03-01', 'The last day to book must be after the first.'],
    ['add COVE 10% --nights none', 'Nights are a whole number.'],
    ['add COVE 10% --property nowhere', 'There’s no property with this slug'],
    ['end COVE', 'There’s no active code COVE'],
  ])('refuses "%s" in words, and writes nothing', async (words, message) => {
    expect(await run(words)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
    expect(await database().db.select().from(promoCodes)).toEqual([])
  })

  test('does not accept a name twice', async () => {
    await run('add COVE 10%')
    expect(await run('add cove 20%')).toEqual({
      ok: false,
      message: 'There’s already a code COVE. Choose another name.',
    })
  })
})
