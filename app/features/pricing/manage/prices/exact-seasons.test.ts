import { expect, test } from 'vitest'
import { getCalendar } from '#app/features/availability/availability.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { describeWithDatabase } from '#test/database.ts'
import { pricesPage } from '#test/prices-page.ts'

describeWithDatabase('seasons of exact dates', (database) => {
  const { services, addProperty, save, said, undo } = pricesPage(database)

  test('a season of exact dates counts before those of every year, is asked about, and undone', async () => {
    const { id, slug } = await addProperty()
    const regatta = {
      intent: 'season',
      name: 'Regatta 2028',
      'starts.month': '7',
      'starts.day': '1',
      'ends.month': '7',
      'ends.day': '31',
      year: '2028',
      minimumStay: '3',
      'rates[0].value': '900',
      'rates[0].days[0]': '0',
      'rates[0].days[1]': '1',
      'rates[0].days[2]': '2',
      'rates[0].days[3]': '3',
    }
    expect(await said(slug, regatta)).toMatchObject({
      asks: ['It shares 31 nights with Summer (Jul 1 to Jul 31). There the exact dates count: Regatta 2028.'],
    })
    expect(await said(slug, { ...regatta, year: '2026' })).toMatchObject({
      fields: { year: 'These nights have passed' },
    })
    const leap = { ...regatta, year: '2029', 'starts.month': '2', 'starts.day': '29' }
    expect(await said(slug, leap)).toMatchObject({ fields: { year: 'There is no Feb 29 in 2029' } })
    const seen = await said(slug, { ...regatta, preview: 'yes' })
    const rows = 'preview' in seen ? seen.preview?.rows : []
    expect(rows?.find(({ name }) => name === 'A week in Regatta 2028')).toMatchObject({ isChanged: true })
    const change = await save(slug, { ...regatta, confirmed: 'yes' })
    const nights = async (date: string) => {
      const [night] =
        (await getCalendar(services(), { propertyId: id, from: date, to: addDays(date, 1) }))?.nights ?? []
      return [night?.rate, night?.minimumStay]
    }
    // Mondays.
    expect(await nights('2028-07-03')).toEqual([900_00, 3])
    expect(await nights('2027-07-05')).toEqual([690_00, 4])
    expect(await nights('2028-07-31')).toEqual([900_00, 3])
    expect(await nights('2028-08-01')).toEqual([690_00, 4])
    const { entries } = await listHistory(
      services(),
      historyFilterFromQuery(new URLSearchParams({ property: slug })),
      UNNAMED,
    )
    expect(entries[0]?.words).toBe('Season Regatta 2028 added')
    expect(entries[0]?.facts[0]?.after).toMatch(/^Jul 1 to Jul 31, 2028; .*\$900\.00; 3-night minimum$/)
    expect(await undo(change)).toMatchObject({ ok: true })
    expect(await nights('2028-07-03')).toEqual([690_00, 4])
  })
})
