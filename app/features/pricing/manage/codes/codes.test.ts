import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { getPromo } from '#app/features/pricing/promo-codes.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { codeChanges } from './code.changes.server.ts'
import { getCodesPage } from './codes.server.ts'
import { codeTerms } from './codes.ts'

describeWithDatabase('promo codes in the back office', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const mia: Operator = { ...UNNAMED, name: 'mia' }
  const post = async ({ intent = '', ...fields }: Record<string, string>) => {
    const change: Change<ZodType> = codeChanges[intent as keyof typeof codeChanges]
    return postChange(change, { services: services(), by: mia }, fields)
  }
  const save = async (fields: Record<string, string>) => {
    const outcome = await post(fields)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  const undo = (id: string) => undoChange(services(), { id, by: mia })
  const shown = async (code: string) => (await getCodesPage(services())).codes.find((one) => one.code === code)
  const snow = {
    intent: 'code',
    code: 'snow10',
    off: '10%',
    nights: '3',
    uses: '2',
    until: '2027-07-31',
    from: '',
    property: '',
  }

  test('shows its terms, its use, and what confirmed bookings with it brought', async () => {
    const propertyId = await makePricedProperty(database().db)
    await save(snow)
    const stay = { promoCode: 'SNOW10', totalAmount: '1234.50' }
    await makeBooking(
      database().db,
      propertyId,
      { from: '2027-07-01', to: '2027-07-05' },
      { ...stay, status: 'confirmed' },
    )
    await makeBooking(database().db, propertyId, { from: '2027-08-01', to: '2027-08-05' }, stay)
    const code = await shown('SNOW10')
    expect(code).toMatchObject({ off: '10% off the nights', state: 'used-up', uses: 2, bookings: 1, revenue: 123_450 })
    expect(code && codeTerms(code)).toEqual(['every home', 'booked to Jul 31, 2027', '3 nights or more'])
    clock.set(new Date('2027-08-02T12:00:00Z'))
    expect(await shown('SNOW10')).toMatchObject({ state: 'ended' })
    clock.set(new Date('2027-06-01T18:00:00Z'))
  })

  test('is added, changed and ended, each told in the history and undone', async () => {
    const propertyId = await makePricedProperty(database().db)
    const added = await save(snow)
    const change = {
      ...snow,
      intent: 'change-code',
      id: 'SNOW10',
      off: '49.50',
      uses: '',
      version: (await shown('SNOW10'))?.version ?? '',
    }
    const changed = await save(change)
    expect(await shown('SNOW10')).toMatchObject({ off: '$49.50 off the nights', typedOff: '49.5', useLimit: null })
    expect(await undo(added)).toMatchObject({ ok: false, message: expect.stringContaining('changed again since') })
    const ended = await save({ intent: 'end-code', id: 'SNOW10' })
    expect(await getPromo(services(), { code: 'SNOW10', propertyId })).toMatchObject({ reason: 'promo-ended' })
    expect(await post({ intent: 'end-code', id: 'SNOW10' })).toEqual({ ok: true, id: undefined })
    const { entries } = await listHistory(
      services(),
      { property: '', booking: '', operator: '', thing: '', day: '', page: 1 },
      UNNAMED,
    )
    expect(entries.map(({ words }) => words).sort()).toEqual([
      'Promo code SNOW10 added',
      'Promo code SNOW10 changed',
      'Promo code SNOW10 ended',
    ])
    for (const id of [ended, changed, added]) expect(await undo(id)).toMatchObject({ ok: true })
    expect(await database().db.select().from(promoCodes)).toEqual([])
  })

  test('pressed twice is once, a name is used once, and of two who change it the second is told', async () => {
    await makePricedProperty(database().db)
    await save(snow)
    expect(await post(snow)).toEqual({ ok: true })
    expect(await post({ ...snow, off: '20%' })).toMatchObject({
      fields: { code: expect.stringContaining('already a code') },
    })
    const version = (await shown('SNOW10'))?.version ?? ''
    const change = { ...snow, intent: 'change-code', id: 'SNOW10', version }
    await save({ ...change, off: '15%' })
    expect(await post({ ...change, off: '20%' })).toMatchObject({
      status: 409,
      answer: { result: { initialValue: { off: '20%' } } },
    })
    expect(await shown('SNOW10')).toMatchObject({ off: '15% off the nights' })
  })

  test('cannot be taken back once a booking has it', async () => {
    const propertyId = await makePricedProperty(database().db)
    const added = await save(snow)
    await makeBooking(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, { promoCode: 'SNOW10' })
    expect(await undo(added)).toMatchObject({ ok: false, message: expect.stringContaining('End it instead') })
  })

  test.each([
    [{ code: 'A' }, 'code', 'A code is 3 to 30 letters, digits, and hyphens.'],
    [{ off: '0' }, 'off', 'A code takes something off.'],
    [{ off: '120%' }, 'off', 'A code takes off up to 100%.'],
    [{ off: 'half' }, 'off', 'What it takes off is written 10% or 50.'],
    [{ from: '2027-08-01' }, 'until', 'The last day to book must be after the first.'],
    [{ stayFrom: '2027-08-02', stayUntil: '2027-08-01' }, 'stayUntil', 'The last night must be after the first.'],
    [{ until: '2027-05-31' }, 'until', 'This day has passed: nobody could book with the code.'],
    [{ nights: '0' }, 'nights', 'Nights are a whole number.'],
    [{ property: 'nowhere' }, 'property', 'There is no such home.'],
  ])('refuses %j in words, and writes nothing', async (wrong, field, message) => {
    expect(await post({ ...snow, ...wrong })).toMatchObject({
      ok: false,
      fields: { [field]: message },
      answer: { result: { initialValue: { nights: expect.any(String) } } },
    })
    expect(await database().db.select().from(promoCodes)).toEqual([])
  })
})
