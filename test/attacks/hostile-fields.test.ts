import { afterEach, expect, test, vi } from 'vitest'
import { bookingForm } from '#app/features/bookings/request/request-form.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeQuote, makeSite, testServices } from '#test/factories.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const STAY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }
const GUEST = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
const ABOUT = { name: 'Ada Guest', email: 'ada@example.com' }

/** Each call that accepts JSON, with a body that has every text field. */
const BODIES: Record<string, (property: string, quote: string) => object> = {
  '/api/quotes': (propertyId) => ({ ...STAY, propertyId, holdId: ID, promoCode: 'CODE', currency: 'USD' }),
  '/api/holds': (_, quoteId) => ({ quoteId, replaces: ID }),
  '/api/bookings': (propertyId, quoteId) => ({
    ...STAY,
    ...GUEST,
    propertyId,
    quoteId,
    holdId: ID,
    guestPhone: '555 010 9999',
    specialRequests: 'A crib',
    expectedTotal: 1,
    currency: 'USD',
    promoCode: 'CODE',
    termsVersion: '1',
  }),
  '/api/stays/{token}/cancel': () => ({ expectedRefund: 0 }),
  '/api/bookings/{reference}/confirm': () => ({ despiteConflict: false }),
  '/api/bookings/{reference}/decline': () => ({ message: 'Not that week' }),
  '/api/blocks': () => ({ property: 'home', from: '2027-07-01', to: '2027-07-05', kind: 'owner', note: 'Family' }),
  '/api/properties': () => ({ name: 'A home', description: 'A home for tests.', location: 'Here' }),
  '/api/objects/attach': (propertyId) => ({
    objectPath: '/objects/x',
    propertyId,
    visibility: 'public',
    unitId: ID,
    category: 'kitchen',
    altText: 'A room',
  }),
  '/api/contact': () => ({
    ...ABOUT,
    propertyId: 'none',
    message: 'A message of some length',
    stayToken: ID,
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
  }),
  '/api/host-inquiry': () => ({
    ...ABOUT,
    phone: '555 010 9999',
    propertyLocation: 'A lake',
    bedrooms: '3',
    bathrooms: '2',
    maxGuests: '6',
    airbnbLink: 'https://a.example',
    vrboLink: 'https://v.example',
    additionalInfo: 'More',
  }),
  '/api/entries': () => ({
    fullName: 'Ada Guest',
    email: 'ada@example.com',
    phone: '555 010 9999',
    state: 'CO',
    zipCode: '80487',
  }),
  '/api/share': () => ({ email: 'ada@example.com', channel: 'x' }),
  '/api/webhooks/stripe': () => ({ id: 'evt_1', type: 'payment_intent.succeeded' }),
  '/api/webhooks/channels': () => ({ event: 'booking' }),
  '/api/embed-failures': () => ({ part: 'search', path: '/' }),
}

/** Alternating combining marks on one letter: the worst case for normalization, which sorts them. */
const TOO_LONG = `a${'\u0316\u0301'.repeat(30_000)}`
const HOSTILE = ['', ' ', '\0', '\ud800', '0', 'null', 'undefined', "' or 1=1", '{}', TOO_LONG]

/** The longest text that is normalized or matched by a pattern while `work` runs. */
async function longestRead(work: () => Promise<unknown>): Promise<number> {
  const lengths = [0]
  const names = ['normalize', 'replace', 'trim', 'split', 'toLowerCase'] as const
  const spies = names.map((name) => {
    const own = String.prototype[name] as (...words: unknown[]) => unknown
    return vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...words: unknown[]) {
      if (this.includes('\u0316')) lengths.push(this.length)
      return own.apply(this, words) as never
    })
  })
  await work()
  for (const spy of spies) spy.mockRestore()
  return Math.max(...lengths)
}

afterEach(() => void vi.restoreAllMocks())

describeWithDatabase('every text of every call', (database) => {
  test('is covered by this test', async () => {
    const { paths } = await (await createApi(testServices(database())).request('/api/openapi.json')).json()
    const withBody = Object.entries(paths as Record<string, Record<string, { requestBody?: { content: object } }>>)
      .filter(([, calls]) => 'application/json' in (calls.post?.requestBody?.content ?? {}))
      .map(([path]) => path)
    expect(withBody.sort()).toEqual(Object.keys(BODIES).sort())
  })

  for (const [path, bodyOf] of Object.entries(BODIES)) {
    test(`${path} refuses invalid input, and never fails`, async () => {
      const services = testServices(database())
      const property = await makePricedProperty(database().db)
      const quote = await makeQuote(database().db, property, { from: '2027-07-01', to: '2027-07-05' })
      const api = createApi(services)
      const send = async (body: object) => {
        const headers = { 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify(body) }
        return (await api.request(path.replace(/\{\w+\}/, ID), init)).status
      }
      const whole = bodyOf(property, quote.id) as Record<string, unknown>
      const failures: unknown[] = []
      for (const bare of [whole, { ...whole, quoteId: undefined, holdId: undefined }]) {
        for (const field of Object.keys(whole)) {
          for (const value of [...HOSTILE, null, 0, -1, 1e308, false, [], {}, [TOO_LONG]]) {
            const status = await send({ ...bare, [field]: value })
            if (status >= 500) failures.push([field, String(value).slice(0, 20), status])
          }
          const read = await longestRead(() => send({ ...bare, [field]: TOO_LONG }))
          if (read > 0) failures.push([field, `${read} characters were read`])
        }
      }
      expect(failures).toEqual([])
    }, 60_000)
  }

  test('and of the booking frame’s form', async () => {
    await makeSite(database().db)
    const property = await makePricedProperty(database().db)
    const names = [...Object.keys(BODIES['/api/bookings']?.('', '') ?? {}), 'idempotencyKey']
    for (const name of names) {
      for (const value of HOSTILE) {
        const form = new FormData()
        for (const [field, typed] of Object.entries({ ...STAY, ...GUEST })) form.set(field, String(typed))
        form.set(name, value)
        const submit = () => runForm(bookingForm(property), { services: testServices(database()), form, address: 'a' })
        expect(await longestRead(submit), `${name} ${value.slice(0, 20)}`).toBe(0)
      }
    }
  }, 60_000)
})
