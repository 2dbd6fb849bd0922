import { expect, test } from 'vitest'
import { testClock } from '#test/factories.ts'
import { type ChannexServer, startChannexServer } from '#test/servers/channex-server.ts'
import { CONTENT, describeChannelManager } from './channel-manager.contract.ts'
import { CHANNEL_PLATFORMS } from './channel-revision.server.ts'
import { channexOpener } from './channex.server.ts'
import { readRevisions } from './channex-revision.server.ts'
import { centsOf, platformOf, sortableInstant } from './channex-values.server.ts'

async function openPlayed() {
  const clock = testClock()
  const server: ChannexServer = await startChannexServer(clock)
  const open = channexOpener(server.url)
  const { bookings, conversations } = server
  let counted = 0
  return {
    server,
    manager: open(server.account, new AbortController().signal),
    stranger: open({ ...server.account, key: 'wrong' }, new AbortController().signal),
    open: (signal: AbortSignal) => open(server.account, signal),
    book: bookings.book,
    change: bookings.change,
    cancel: bookings.cancel,
    request: conversations.request,
    startThread: conversations.startThread,
    review: conversations.review,
    countCalls: () => {
      const count = server.calls.length - counted
      counted = server.calls.length
      return count
    },
    passMinutes: (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000)),
    fail: server.fail,
    goSilent: server.goSilent,
    close: server.close,
  }
}

describeChannelManager('Channex', openPlayed)

test.each([
  ['249.60', 24_960],
  ['83.2', 8_320],
  ['100', 10_000],
  ['0.00', 0],
  ['-12.34', -1_234],
  ['0.295', 30],
  ['7.2949', 729],
  ['1.005', 101],
  ['9007199254.99', 900_719_925_499],
  [83.2, 8_320],
])('reads the amount %s as %s cents', (written, cents) => {
  expect(centsOf(written)).toBe(cents)
})

test.each(['', 'free', '1,50', '1e3', '12.', Number.NaN, 1e21])('reads no amount from %s', (written) => {
  expect(centsOf(written)).toBeNull()
})

test('instants sort as text, to the microsecond, in whatever zone they are written', () => {
  expect(sortableInstant.parse('2019-04-23T10:03:29.335485')).toBe('2019-04-23T10:03:29.335485Z')
  expect(sortableInstant.parse('2019-04-23T10:03:29')).toBe('2019-04-23T10:03:29.000000Z')
  expect(sortableInstant.parse('2019-04-23T12:03:29.1+02:00')).toBe('2019-04-23T10:03:29.100000Z')
  expect(sortableInstant.safeParse('yesterday').success).toBe(false)
})

test.each([
  ['Airbnb', 'airbnb'],
  ['AirBNB', 'airbnb'],
  ['Booking.com', 'booking-com'],
  ['BookingCom', 'booking-com'],
  ['A-Expedia', 'expedia'],
  ['VRBO', 'vrbo'],
  ['Offline', 'other'],
  [null, 'other'],
])('knows the platform %s', (name, platform) => {
  expect(platformOf(name)).toBe(platform)
  expect(CHANNEL_PLATFORMS).toContain(platform)
})

const LEAST = { booking_id: 'b', status: 'new', inserted_at: '2027-06-01T10:00:00' }

test('a booking is read although all that may be absent is', () => {
  const { revisions, unreadable } = readRevisions([{ id: 'r', attributes: LEAST }])
  expect(unreadable).toEqual([])
  expect(revisions).toEqual([
    expect.objectContaining({
      id: 'r',
      bookingId: 'b',
      propertyId: null,
      platform: 'other',
      checkIn: null,
      amount: null,
      collects: null,
      payout: null,
      rooms: [],
      party: { adults: null, children: null, infants: null },
    }),
  ])
})

test('what is wrong in a booking costs only itself', () => {
  const wrong = {
    ...LEAST,
    amount: 'ask us',
    customer: 'Ada',
    occupancy: [],
    arrival_date: '2027-02-30',
    rooms: [
      null,
      { checkin_date: '2027-07-05', checkout_date: '2027-07-08', days: { '2027-07-05': 'x' }, taxes: [{}] },
    ],
  }
  expect(readRevisions([{ id: 'r', attributes: wrong }]).revisions).toMatchObject([
    { amount: null, guest: { name: null }, checkIn: '2027-07-05', checkOut: '2027-07-08', rooms: [{ nights: [] }] },
  ])
})

test('a revision that cannot be read is named, and the others are read', () => {
  const strange = { id: 's', attributes: { ...LEAST, booking_id: 'x', status: 'melted' } }
  const { revisions, unreadable } = readRevisions([strange, { id: 'r', attributes: LEAST }, 'nonsense'])
  expect(revisions.map(({ id }) => id)).toEqual(['r'])
  expect(unreadable).toEqual([
    { id: 's', bookingId: 'x', problem: expect.stringContaining('status') },
    { id: null, bookingId: null, problem: expect.any(String) },
  ])
})

test('taxes and fees keep whether the price contains them, and whether the platform remits them', () => {
  const tax = { name: 'VAT (5%)', type: 'Value Added Tax (VAT)', total_price: '7.29', is_inclusive: true }
  const fee = { name: 'Cleaning', type: 'fee', total_price: '60.00', is_inclusive: false }
  const rooms = [{ taxes: [tax, fee], collected_taxes: [{ ...tax, is_inclusive: undefined }] }]
  const [revision] = readRevisions([{ id: 'r', attributes: { ...LEAST, rooms } }]).revisions
  expect(revision?.rooms[0]).toMatchObject({
    taxesAndFees: [
      { name: 'VAT (5%)', kind: 'tax', amount: 729, isIncluded: true },
      { name: 'Cleaning', kind: 'fee', amount: 6_000, isIncluded: false },
    ],
    taxesCollectedByPlatform: [{ kind: 'tax', amount: 729, isIncluded: null }],
  })
})

test('Airbnb always collects, and its payout is not guessed', () => {
  const attributes = { ...LEAST, ota_name: 'Airbnb', amount: '249.60', ota_commission: '10.00', payment_collect: null }
  expect(readRevisions([{ id: 'r', attributes }]).revisions).toMatchObject([{ collects: 'platform', payout: null }])
})

test('the webhook is set once, and says nothing about guests', async () => {
  const { server, manager } = await openPlayed()
  try {
    const propertyId = await manager.createProperty(CONTENT)
    const roomTypeId = await manager.createRoomType({ propertyId, title: 'Cabin', adults: 2 })
    const plan = { propertyId, roomTypeId, title: 'Airbnb', adults: 2, currency: 'USD' }
    const ratePlanId = await manager.createRatePlan(plan)
    const url = 'https://stay.example/api/webhooks/channels'
    await manager.setWebhook({ url, secret: 'first' })
    await manager.setWebhook({ url, secret: 'second' })
    expect(server.conversations.webhooks()).toMatchObject([{ headers: { 'x-channel-secret': 'second' } }])
    server.bookings.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    const [announced, ...more] = server.conversations.takeAnnounced()
    expect(more).toEqual([])
    expect(JSON.parse(announced?.body ?? '')).toEqual({
      event: 'booking',
      property_id: propertyId,
      user_id: null,
      timestamp: '2027-06-01T18:00:00.000Z',
    })
  } finally {
    await server.close()
  }
})

test('a server that is away is unavailable', async () => {
  const { server, manager } = await openPlayed()
  await server.close()
  await expect(manager.check()).rejects.toMatchObject({ name: 'ChannelUnavailable', retryAfter: null })
})
