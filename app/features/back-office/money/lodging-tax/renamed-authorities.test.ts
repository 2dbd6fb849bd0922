import { beforeEach, expect, test } from 'vitest'
import { taxes } from '#app/platform/db/schema.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { CITY, lodgingTaxOf } from '#test/lodging-tax.ts'

const RENAMED = 'City of Steamboat'
const COUNTY = 'Routt County'
const MAY = { from: '2027-05-10', to: '2027-05-14' }

describeWithDatabase('an authority with another name', (database) => {
  const { clock, report, due, file, want, makeHome, makeStay, rename, reprice, pay } = lodgingTaxOf(database)
  const at = (moment: string) => clock.set(new Date(moment))
  const authorities = async () => (await report('2027-05')).jurisdictions

  beforeEach(() => at('2027-05-05T18:00:00Z'))

  test('has the stays, filings, and settings of before, also of a stay that is priced anew', async () => {
    const home = await makeHome()
    await want({ countedBy: 'payment', dueDay: '25' })
    const id = await makeStay(home, { from: '2027-08-10', to: '2027-08-14' }, 400_00)
    await pay(id, 220_00, '2027-05-10T18:00:00Z')
    at('2027-06-05T18:00:00Z')
    expect(await file('2027-05')).toMatchObject({ ok: true })
    await rename(home, RENAMED)
    expect(await authorities()).toEqual([RENAMED])
    await pay(id, 220_00, '2027-07-08T18:00:00Z')
    await reprice(id, 400_00, '2027-07-10T18:00:00Z')
    at('2027-09-05T18:00:00Z')
    const months = ['2027-05', '2027-06', '2027-07', '2027-08']
    const dues: number[] = []
    for (const month of months) dues.push(await due(month, RENAMED))
    expect(dues).toEqual([20_00, 0, 20_00, 0])
    expect(await report('2027-05', RENAMED)).toMatchObject({
      filed: { by: 'bo' },
      dueOn: '2027-06-25',
      jurisdiction: { countedBy: 'payment' },
    })
  })

  test('has its name and filings back when that is undone, with what was filed meanwhile', async () => {
    const home = await makeHome()
    await makeStay(home, { from: '2027-04-10', to: '2027-04-14' }, 300_00)
    await makeStay(home, MAY, 400_00)
    await file('2027-04')
    await rename(home, RENAMED)
    at('2027-06-05T18:00:00Z')
    expect(await file('2027-05', { authority: RENAMED })).toMatchObject({ ok: true })
    await rename(home, CITY)
    expect(await authorities()).toEqual([CITY])
    const filed = [await report('2027-04'), await report('2027-05')].map(({ filed, figures }) => [!!filed, figures.due])
    expect(filed).toEqual([
      [true, 30_00],
      [true, 40_00],
    ])
  })

  test('is another one until no home has its old name anymore', async () => {
    const [cabin, lodge] = [await makeHome(), await makeHome({ slug: 'lodge', name: 'Lodge' })]
    for (const home of [cabin, lodge]) await makeStay(home, MAY, 400_00)
    at('2027-06-05T18:00:00Z')
    expect(await file('2027-05')).toMatchObject({ ok: true })
    await rename(cabin, RENAMED)
    expect(await authorities()).toEqual([RENAMED, CITY])
    // Its stay is not listed as exempt either.
    expect((await report('2027-05', RENAMED)).figures.rows).toEqual([])
    expect(await due('2027-05')).toBe(80_00)
    await rename(lodge, RENAMED)
    expect(await authorities()).toEqual([RENAMED])
    expect(await report('2027-05', RENAMED)).toMatchObject({ filed: { by: 'bo' }, figures: { due: 80_00 } })
    // Undone for one home, it means the same authority.
    await rename(lodge, CITY)
    expect(await authorities()).toEqual([RENAMED])
    expect(await report('2027-05', RENAMED)).toMatchObject({ filed: { by: 'bo' }, figures: { due: 80_00 } })
    await rename(lodge, RENAMED)
    // A home that still takes the old name means the same authority.
    await makeStay(await makeHome({ slug: 'barn', name: 'Barn' }), { from: '2027-06-10', to: '2027-06-14' }, 400_00)
    expect(await authorities()).toEqual([RENAMED])
    expect(await due('2027-06', RENAMED)).toBe(40_00)
  })

  test('stays another one if a period was filed before all homes had its new name', async () => {
    const [cabin, lodge] = [await makeHome(), await makeHome({ slug: 'lodge', name: 'Lodge' })]
    await rename(cabin, RENAMED)
    for (const home of [cabin, lodge]) await makeStay(home, MAY, 400_00)
    at('2027-06-05T18:00:00Z')
    expect(await file('2027-05')).toMatchObject({ ok: true })
    await rename(lodge, RENAMED)
    expect(await authorities()).toEqual([RENAMED, CITY])
    expect([await due('2027-05'), await due('2027-05', RENAMED)]).toEqual([40_00, 40_00])
  })

  test('stays apart from an authority that was there before', async () => {
    const home = await makeHome()
    const county = { propertyId: home, name: 'Lodging tax of the county', jurisdiction: COUNTY, rate: '2' }
    await database().db.insert(taxes).values(county)
    await makeStay(home, MAY, 400_00)
    at('2027-06-05T18:00:00Z')
    await file('2027-05')
    await rename(home, COUNTY)
    expect(await authorities()).toEqual([COUNTY, CITY])
    expect([!!(await report('2027-05')).filed, !!(await report('2027-05', COUNTY)).filed]).toEqual([true, false])
  })
})
