import { expect, test } from 'vitest'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate } from '#test/factories.ts'
import { getListing } from '../listings/get-listing.server.ts'
import { compareListing } from './compare-listing.server.ts'

describeWithDatabase('a home there and here', (database) => {
  const channels = useChannels(database)
  async function compare(id: string) {
    const services = channels.services()
    const listing = await getListing(services.db, id)
    if (!listing) throw new Error('the listing is gone')
    channels.server().calls.length = 0
    return compareListing(services, channels.manager(), listing)
  }

  test('is compared night by night for each platform, and nothing is sent', async () => {
    const home = await channels.makeListing({}, { airbnb: {}, vrbo: { markup: '10' } })
    const first = await compare(home.id)
    expect(first.platforms.map(({ count }) => count)).toEqual([500, 500])
    expect(first.platforms[0]?.months[0]?.differences).toEqual(['Tue, Jun 1 to Wed, Jun 30: closed there, open here'])
    expect(channels.server().calls).toEqual(['GET /availability', 'GET /restrictions'])
    await channels.send()
    expect((await compare(home.id)).platforms.map(({ count }) => count)).toEqual([0, 0])
  })

  test('changes its digest with each night that changes on either side', async () => {
    const home = await channels.makeListing()
    await channels.send()
    const before = await compare(home.id)
    expect((await compare(home.id)).digest).toBe(before.digest)
    await makeDate(channels.services().db, home.propertyId, '2027-07-10', { price: '999' })
    const after = await compare(home.id)
    expect(after.platforms[0]?.months[1]).toEqual({
      month: 'July 2027',
      count: 1,
      differences: ['Sat, Jul 10: $820 there, $999 here'],
    })
    await makeBooking(channels.services().db, home.propertyId, { from: '2027-08-01', to: '2027-08-03' })
    const digests = [before, after, await compare(home.id)].map(({ digest }) => digest)
    expect(new Set(digests).size).toBe(3)
  })
})
