import { expect, test } from 'vitest'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeDate, makePricedProperty, testServices } from '#test/factories.ts'
import { runCommand } from './command-line.ts'

describeWithDatabase('the command for bookings', (database) => {
  const run = (...words: string[]) => runCommand(testServices(database()), { words: ['booking', ...words] })
  async function request(nights: [string, string]): Promise<string> {
    const propertyId = await makePricedProperty(database().db, { name: 'Lake Cabin' })
    const [checkInDate, checkOutDate] = nights
    const party = { adults: 2, children: 1, infants: 0, pets: 0 }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const outcome = await requestBooking(testServices(database()), {
      propertyId,
      checkInDate,
      checkOutDate,
      ...party,
      ...guest,
    })
    if (!outcome.ok) throw new Error(outcome.reason)
    if (checkInDate > '2027-08') await makeDate(database().db, propertyId, checkInDate, { blocked: true })
    return outcome.booking.reference
  }

  test('lists open requests and upcoming stays, and confirms a request', async () => {
    expect(await run('list')).toEqual({ ok: true, message: '0 requests to answer.\n\n0 confirmed stays ahead.' })
    const [july, august] = [await request(['2027-07-01', '2027-07-05']), await request(['2027-08-01', '2027-08-05'])]
    const { message } = (await run('list')) ?? { message: '' }
    expect(message.split('\n')).toEqual([
      '2 requests to answer:',
      `  ${july} | 2027-07-01 to 2027-07-05 | Lake Cabin | 3 guests | $3,652.00 | Ada Guest <ada@example.com> | expires 2027-06-02 18:00 UTC`,
      expect.stringMatching(new RegExp(`^ {2}${august} .* \\| IN CONFLICT$`)),
      '',
      '0 confirmed stays ahead.',
    ])
    expect(await run('confirm', july.toLowerCase())).toEqual({
      ok: true,
      message: `${july} is confirmed. The guest gets an email.`,
    })
    expect(await run('confirm', july)).toEqual({
      ok: false,
      message: 'This booking is confirmed by now. Nothing was changed.',
    })
    const refused = await run('confirm', august)
    expect(refused?.ok).toBe(false)
    expect(refused?.message).toContain('2027-08-01 to 2027-08-02: blocked by you')
    expect(refused?.message).toContain('--despite-conflict')
    expect(await run('confirm', august, '--despite-conflict')).toMatchObject({ ok: true })
    expect((await run('list'))?.message).toContain('2 confirmed stays ahead:')
  })

  test('declines a request', async () => {
    const july = await request(['2027-07-01', '2027-07-05'])
    expect(await run('decline', july)).toEqual({
      ok: true,
      message: `${july} is declined, and its nights are open again. The guest gets an email.`,
    })
    expect(await run('decline', 'ZZZ-ZZZ')).toEqual({ ok: false, message: 'There is no such booking.' })
  })

  test('prints its usage when it does not understand the arguments', async () => {
    for (const [words, message] of [
      [[], 'list, confirm and decline'],
      [['confirm'], "missing required argument 'reference'"],
      [['list', 'all'], "too many arguments for 'list'"],
      [['confirm', 'A', 'B'], "too many arguments for 'confirm'"],
      [['drop', 'A'], "unknown command 'drop'"],
      [['confirm', '--now'], "unknown option '--now'"],
    ] as const) {
      const refused = await run(...words)
      expect(refused, words.join()).toEqual({ ok: false, message: expect.stringContaining(message) })
      expect(refused?.message).toContain('Usage: npm run site -- booking')
    }
    expect(await runCommand(testServices(database()), { words: ['toString'] })).toMatchObject({ ok: false })
    expect(await runCommand(testServices(database()), { command: 'booking' })).toBeNull()
  })
})
