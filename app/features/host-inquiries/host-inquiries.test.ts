import { expect, test } from 'vitest'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { messageReference } from '#app/shared/message-reference.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { hostInquiriesApi } from './host-inquiries.api.server.ts'
import { hostInquiryForm } from './host-inquiries.server.ts'
import { hostInquiries } from './host-inquiries.tables.server.ts'
import { hostInquirySchema } from './host-inquiries.ts'

const INQUIRY = {
  name: 'Olu Owner',
  email: 'olu@example.com',
  phone: '',
  propertyLocation: 'Steamboat Springs, CO',
  bedrooms: '4',
  bathrooms: '2.5',
  maxGuests: '10',
  airbnbLink: 'airbnb.com/rooms/1',
  vrboLink: '',
  additionalInfo: '',
}
const parse = (change: Record<string, unknown>) => hostInquirySchema.safeParse({ ...INQUIRY, ...change })
const errorsOf = (change: Record<string, unknown>) =>
  parse(change).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each([
  [{ name: 'O' }, 'name: Name must be at least 2 characters'],
  [{ name: 'O'.repeat(10_000) }, 'name: Please enter a shorter name'],
  [{ email: 'olu@example' }, 'email: Please enter a valid email address'],
  [{ phone: '1'.repeat(41) }, 'phone: Please enter a shorter phone number'],
  [{ propertyLocation: 'CO' }, 'propertyLocation: Please enter a property location'],
  [{ propertyLocation: 'C'.repeat(201) }, 'propertyLocation: Please enter a shorter location'],
  [{ bedrooms: '' }, 'bedrooms: Must have at least 1 bedroom'],
  [{ bedrooms: undefined }, 'bedrooms: Must have at least 1 bedroom'],
  [{ bedrooms: 0 }, 'bedrooms: Must have at least 1 bedroom'],
  [{ bedrooms: '-1' }, 'bedrooms: Must have at least 1 bedroom'],
  [{ bedrooms: '1.5' }, 'bedrooms: Please enter a whole number'],
  [{ bedrooms: 'four' }, 'bedrooms: Please enter a whole number'],
  [{ bedrooms: 101 }, 'bedrooms: Please enter up to 100 bedrooms'],
  [{ bathrooms: '-0.5' }, 'bathrooms: Must be 0 or more'],
  [{ bathrooms: 2.3 }, 'bathrooms: Please enter whole or half bathrooms, such as 2.5'],
  [{ bathrooms: 'two' }, 'bathrooms: Please enter whole or half bathrooms, such as 2.5'],
  [{ bathrooms: 100 }, 'bathrooms: Please enter up to 99.5 bathrooms'],
  [{ maxGuests: '0' }, 'maxGuests: Must accommodate at least 1 guest'],
  [{ maxGuests: '' }, 'maxGuests: Must accommodate at least 1 guest'],
  [{ maxGuests: '1e3' }, 'maxGuests: Please enter a whole number'],
  [{ maxGuests: '9'.repeat(30) }, 'maxGuests: Please enter up to 500 guests'],
  [
    { airbnbLink: 'javascript:alert(1)' },
    'airbnbLink: Please enter a web address, such as https://www.airbnb.com/rooms/1',
  ],
  [{ vrboLink: 'my listing' }, 'vrboLink: Please enter a web address, such as https://www.airbnb.com/rooms/1'],
  [{ vrboLink: `https://vrbo.com/${'1'.repeat(2000)}` }, 'vrboLink: Please enter a shorter web address'],
  [{ additionalInfo: 'x'.repeat(5001) }, 'additionalInfo: Please keep this to 5,000 characters'],
])('%j gets an error message', (change, error) => {
  expect(errorsOf(change)).toEqual([error])
})

test('every broken rule is reported at once', () => {
  const broken = { name: '', email: '', propertyLocation: '', bedrooms: '', bathrooms: '-1', maxGuests: '' }
  expect(errorsOf(broken)).toHaveLength(6)
})

test('numbers may be numbers or text, and empty values are absent', () => {
  expect(parse({}).data).toEqual({
    name: 'Olu Owner',
    email: 'olu@example.com',
    phone: undefined,
    propertyLocation: 'Steamboat Springs, CO',
    bedrooms: 4,
    bathrooms: 2.5,
    maxGuests: 10,
    airbnbLink: 'https://airbnb.com/rooms/1',
    vrboLink: undefined,
    additionalInfo: undefined,
  })
  expect(parse({ bedrooms: 4, bathrooms: 0, maxGuests: 10 }).data).toMatchObject({ bedrooms: 4, bathrooms: 0 })
  expect(parse({ bathrooms: null, phone: null }).data?.bathrooms).toBeUndefined()
})

describeWithDatabase('offering a property', (database) => {
  const prepare = () => database().db.insert(site).values({ brand: 'Powder & Cove', email: 'hello@stay.example' })
  const send = async (body: unknown, key?: string) => {
    const response = await hostInquiriesApi(testServices(database())).request('/api/host-inquiry', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  const rows = () => database().db.select().from(hostInquiries)

  test('an inquiry is stored, and both emails are queued', async () => {
    await prepare()
    const info = 'נוף להרים 🏔️\nand a sauna'
    const { status, body } = await send({ ...INQUIRY, additionalInfo: info })
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(String) } })
    expect(await rows()).toMatchObject([
      {
        id: body.id,
        name: 'Olu Owner',
        phone: null,
        bedrooms: 4,
        bathrooms: '2.5',
        maxGuests: 10,
        airbnbLink: 'https://airbnb.com/rooms/1',
        additionalInfo: info,
        status: 'new',
        createdAt: NOON,
      },
    ])
    const mails = await queuedMail(database())
    expect(mails.map(({ template, to }) => [template, to])).toEqual([
      ['host-inquiry', 'hello@stay.example'],
      ['host-inquiry-received', 'olu@example.com'],
    ])
    expect(mails[0]?.text).toContain('and a sauna')
    for (const { text } of mails) {
      expect(text).toMatch(new RegExp(`Reference:\\s+${messageReference(body.id)}`))
      expect(text).toMatch(/Bathrooms:\s+2\.5/)
    }
    // Whose address it is, nobody knows: free text could be an advertisement.
    for (const typed of ['sauna', 'Steamboat', 'airbnb.com', 'Owner']) expect(mails[1]?.text).not.toContain(typed)
  })

  testOnBoth('pressing twice stores one inquiry, with or without a key', async () => {
    await prepare()
    const [first, second] = await Promise.all([send(INQUIRY, 'k1'), send(INQUIRY, 'k1')])
    expect(second.body).toEqual(first.body)
    expect((await send({ ...INQUIRY, bedrooms: 5 }, 'k1')).body.code).toBe('key-reused')
    await Promise.all([send({ ...INQUIRY, bedrooms: 6 }), send({ ...INQUIRY, bedrooms: 6 })])
    expect(await rows()).toHaveLength(2)
  })

  test('an invalid posted form comes back with messages and with what was typed', async () => {
    await prepare()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...INQUIRY, bedrooms: 'many', bathrooms: '2,5' }))
      form.set(name, value)
    expect(await runForm(hostInquiryForm, { services: testServices(database()), form, address: 'x' })).toMatchObject({
      ok: false,
      status: 400,
      fields: {
        bedrooms: 'Please enter a whole number',
        bathrooms: 'Please enter whole or half bathrooms, such as 2.5',
      },
      values: { ...INQUIRY, bedrooms: 'many', bathrooms: '2,5' },
    })
    form.set('bedrooms', '3')
    form.set('bathrooms', '')
    expect(await runForm(hostInquiryForm, { services: testServices(database()), form, address: 'x' })).toEqual({
      ok: true,
      id: expect.any(String),
    })
    expect(await rows()).toMatchObject([{ bedrooms: 3, bathrooms: null }])
  })
})
