import { expect, test } from 'vitest'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, testServices } from '#test/factories.ts'
import { listTurnovers } from './list-turnovers.server.ts'

describeWithDatabase('the list of a cleaner', (database) => {
  test('has the gift of the site to pack, and nothing on a site that promises none', async () => {
    const { db } = database()
    await makeSite(db)
    const propertyId = await makeProperty(db, { timeZone: 'America/Denver' })
    const party = { status: 'confirmed' as const, numberOfGuests: 4, adults: 3, children: 1 }
    await makeBooking(db, propertyId, { from: '2027-06-02', to: '2027-06-06' }, party)
    const toPack = async () => (await listTurnovers(testServices(database()))).map(({ gifts }) => gifts)
    const { gift, ...home } = content.home
    await db.update(site).set({ content: { ...content, home } })
    expect(await toPack()).toEqual([null, null])
    await db.update(site).set({ content: { ...content, home: { ...home, gift } } })
    expect(await toPack()).toEqual(['2 yetis', null])
  })
})
