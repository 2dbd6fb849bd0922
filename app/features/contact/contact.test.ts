import { asc } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { idempotencyKeys } from '#app/platform/http/http.tables.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { messageReference } from '#app/shared/message-reference.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { contactApi } from './contact.api.server.ts'
import { contactForm, getContactOpening } from './contact.server.ts'
import { inquiries } from './contact.tables.server.ts'
import { contactSchema } from './contact.ts'

const MESSAGE = { name: 'Dana Whitlock', email: 'dana@example.com', propertyId: 'none', message: 'Is there a fence?' }
const parse = (change: Record<string, unknown>) => contactSchema.safeParse({ ...MESSAGE, ...change })
const errorsOf = (change: Record<string, unknown>) =>
  parse(change).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each([
  [{ name: 'D' }, 'name: Please enter your name'],
  [{ name: '  \u200b ' }, 'name: Please enter your name'],
  [{ name: '\u200d\u200d\ufe0f' }, 'name: Please enter your name'],
  [{ name: 'D'.repeat(10_000) }, 'name: Please enter a shorter name'],
  [{ name: 'D'.repeat(30_000) }, 'name: Please enter a shorter name'],
  [{ email: '' }, 'email: Please enter a valid email address'],
  [{ email: 'dana@' }, 'email: Please enter a valid email address'],
  [{ email: 'dana@example.com\r\nBcc: all@example.com' }, 'email: Please enter a valid email address'],
  [{ email: `${'d'.repeat(300)}@example.com` }, 'email: Please enter a valid email address'],
  [{ message: `Short${'\u200c'.repeat(20)}` }, 'message: Message must be at least 10 characters'],
  [{ message: 'Too short' }, 'message: Message must be at least 10 characters'],
  [{ message: 'x'.repeat(5001) }, 'message: Please keep this to 5,000 characters'],
  [{ checkIn: '2027-02-29', checkOut: '2027-03-02' }, 'checkIn: Please enter a real date as YYYY-MM-DD'],
  [{ checkIn: '2027-03-01' }, 'checkOut: Please enter both dates, or neither'],
  [{ checkIn: '2027-03-02', checkOut: '2027-03-02' }, 'checkOut: Check-out must be after check-in'],
])('%j gets an error message', (change, error) => {
  expect(errorsOf(change)).toEqual([error])
})

test('every broken rule is reported at once', () => {
  expect(errorsOf({ name: '', email: 'no', message: '' })).toEqual([
    'name: Please enter your name',
    'email: Please enter a valid email address',
    'message: Message must be at least 10 characters',
  ])
})

test('a message in any script, with emoji, is stored unchanged', () => {
  const input = { name: 'מרים 🎿', message: 'שלום! האם יש גדר?\n\nמשפחה 👨‍👩‍👧‍👦, ❄️ and Ünïcödé' }
  expect(parse(input).data).toMatchObject(input)
})

test('empty and "none" values count as absent', () => {
  for (const propertyId of ['none', '', null, undefined]) {
    expect(parse({ propertyId, checkIn: '', checkOut: '', stayToken: null }).data?.propertyId).toBeUndefined()
  }
})

describeWithDatabase('writing to the operator', (database) => {
  const prepare = async () => {
    const { db } = database()
    await db.insert(site).values({ brand: 'Powder & Cove', email: 'hello@stay.example', postalAddress: '1 Cove Road' })
    const label = { slug: 'lake-keowee', name: 'The cabin', contactLabel: 'Lake Keowee Property' }
    return { property: await makeProperty(db, label), services: testServices(database()) }
  }
  const send = async (body: unknown, { key, services = testServices(database()) }: Sent = {}) => {
    const response = await contactApi(services).request('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  type Sent = { key?: string; services?: ReturnType<typeof testServices> }
  const rows = () => database().db.select().from(inquiries).orderBy(asc(inquiries.createdAt))
  const mails = () => queuedMail(database())

  test('a message is stored with its property and dates, and both emails are queued', async () => {
    const { property } = await prepare()
    const about = { propertyId: 'lake-keowee', checkIn: '2027-07-01', checkOut: '2027-07-05' }
    const { status, body } = await send({ ...MESSAGE, ...about })
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(String) } })
    expect(await rows()).toMatchObject([
      {
        id: body.id,
        name: 'Dana Whitlock',
        email: 'dana@example.com',
        message: 'Is there a fence?',
        propertyId: property,
        checkIn: '2027-07-01',
        checkOut: '2027-07-05',
        subject: 'Lake Keowee Property, 2027-07-01 to 2027-07-05',
        type: 'booking_inquiry',
        status: 'new',
        createdAt: NOON,
      },
    ])
    const [operator, guest] = await mails()
    expect(operator).toMatchObject({
      template: 'contact-message',
      to: 'hello@stay.example',
      replyTo: 'dana@example.com',
      subject: 'Dana Whitlock: Lake Keowee Property, 2027-07-01 to 2027-07-05',
    })
    expect(operator?.text).toContain('Is there a fence?')
    expect(operator?.html).toContain('1 Cove Road')
    expect(guest).toMatchObject({ template: 'contact-received', to: 'dana@example.com', replyTo: 'hello@stay.example' })
    expect(guest?.text).toContain('Hi Dana,')
    for (const mail of [guest, operator]) expect(mail?.text).toContain(messageReference(body.id))
    expect(guest?.text).not.toContain('Is there a fence?')
  })

  test('a message without a subject is a general one', async () => {
    await prepare()
    await send(MESSAGE)
    expect(await rows()).toMatchObject([
      { type: 'general', subject: 'Message from Dana Whitlock', propertyId: null, checkIn: null },
    ])
  })

  test('a message is stored and emailed with emoji in any field', async () => {
    await prepare()
    const message = `${'x'.repeat(119)}🎿 and so on`
    expect((await send({ ...MESSAGE, message })).status).toBe(201)
    const [operator] = await mails()
    expect(operator?.html).toContain(`${'x'.repeat(119)}🎿</div>`)
  })

  test('a name with a link or a tag in it is never emailed to a third party', async () => {
    await prepare()
    await send({ ...MESSAGE, name: 'WIN at https://x.example <b>now</b>' })
    const [operator, guest] = await mails()
    expect(guest?.html).not.toContain('x.example')
    expect(guest?.text).toContain('Hello,')
    expect(operator?.html).toContain('&lt;b&gt;now')
  })

  test('a message about a booking finds it by its token, and an invalid token is harmless', async () => {
    const { property } = await prepare()
    const token = crypto.randomUUID()
    const booking = await makeBooking(database().db, property, { from: '2027-08-01', to: '2027-08-05' }, { token })
    const opening = await getContactOpening(testServices(database()), new URLSearchParams({ stayToken: token }))
    expect(opening.about).toEqual({
      propertyId: 'lake-keowee',
      checkIn: '2027-08-01',
      checkOut: '2027-08-05',
      stayToken: token,
    })
    await send({ ...MESSAGE, ...opening.about })
    expect(await rows()).toMatchObject([{ bookingId: booking, type: 'booking_inquiry' }])
    expect((await rows())[0]?.subject).toBe(
      `Booking ${opening.reference}, Lake Keowee Property, 2027-08-01 to 2027-08-05`,
    )
    for (const stayToken of ['guess', booking, crypto.randomUUID(), "'; --"]) {
      expect((await send({ ...MESSAGE, stayToken, message: `About ${stayToken}, please` })).status).toBe(201)
    }
  })

  test('the form opens with the property and dates of its URL, and ignores invalid ones', async () => {
    const { services } = await prepare()
    await makeProperty(database().db, { slug: 'secret', status: 'draft' })
    const open = async (query: string) => (await getContactOpening(services, new URLSearchParams(query))).about
    const nothing = { propertyId: 'none', checkIn: '', checkOut: '', stayToken: '' }
    const dates = 'checkin=2027-07-01&checkout=2027-07-05'
    expect(await open(`property=lake-keowee&${dates}`)).toEqual({
      ...nothing,
      propertyId: 'lake-keowee',
      checkIn: '2027-07-01',
      checkOut: '2027-07-05',
    })
    for (const query of [
      '',
      'property=secret',
      'property=%00',
      'checkin=2027-07-05&checkout=2027-07-01',
      'stayToken=%00',
    ])
      expect(await open(query), query).toEqual(nothing)
  })

  test('an unknown property is refused at its field, and nothing is stored', async () => {
    await prepare()
    const { status, body } = await send({ ...MESSAGE, propertyId: 'no-such-property' })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'no-such-property', ['propertyId']])
    expect(await rows()).toEqual([])
    expect(await mails()).toEqual([])
  })

  testOnBoth(
    'pressing twice with one key stores one message; changed content with the same key is refused',
    async () => {
      await prepare()
      const [first, second] = await Promise.all([send(MESSAGE, { key: 'k1' }), send(MESSAGE, { key: 'k1' })])
      expect(second.body).toEqual(first.body)
      const other = await send({ ...MESSAGE, message: 'Another message' }, { key: 'k1' })
      expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
      expect((await send(MESSAGE, { key: 'k2' })).status).toBe(201)
      expect(await rows()).toHaveLength(2)
      expect(await mails()).toHaveLength(4)
    },
  )

  test('without a key, equal fields within ten minutes are one message, later ones another', async () => {
    await prepare()
    const clock = testClock()
    const services = testServices(database(), { clock })
    const first = await send(MESSAGE, { services })
    clock.set(new Date(NOON.getTime() + 599_000))
    expect((await send(MESSAGE, { services })).body).toEqual(first.body)
    clock.set(new Date(NOON.getTime() + 601_000))
    expect((await send(MESSAGE, { services })).body).not.toEqual(first.body)
    expect(await rows()).toHaveLength(2)
    expect(await database().db.select().from(idempotencyKeys)).toHaveLength(1)
  })

  test('an unreadable or invalid request stores nothing', async () => {
    await prepare()
    expect((await send('{"name":')).body.code).toBe('not-json')
    expect((await send('[]')).status).toBe(400)
    const { status, body } = await send({ name: 'D', email: 'no', message: 'short' })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        code: 'invalid-input',
        message: 'Please check name, email, message.',
        fields: {
          name: 'Please enter your name',
          email: 'Please enter a valid email address',
          message: 'Message must be at least 10 characters',
        },
      },
    })
    expect((await send({})).body.fields).toEqual({ name: 'Required', email: 'Required', message: 'Required' })
    expect(await rows()).toEqual([])
  })

  test('a posted form is stored like an API call, and a refusal returns what was typed', async () => {
    const { services } = await prepare()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...MESSAGE, checkIn: '', checkOut: '' })) form.set(name, value)
    expect(await runForm(contactForm, { services, form, address: 'x' })).toEqual({ ok: true, id: expect.any(String) })
    form.set('email', 'dana@')
    expect(await runForm(contactForm, { services, form, address: 'x' })).toMatchObject({
      ok: false,
      status: 400,
      fields: { email: 'Please enter a valid email address' },
      values: { ...MESSAGE, email: 'dana@' },
    })
    expect(await rows()).toHaveLength(1)
  })

  test('a bot that fills in the honeypot sees success, and nothing is stored', async () => {
    await prepare()
    const real = await send(MESSAGE)
    const fooled = await send({ ...MESSAGE, message: 'Buy our pills today.', websiteUrl: 'https://pills.example' })
    expect([fooled.status, Object.keys(fooled.body)]).toEqual([real.status, Object.keys(real.body)])
    expect(await rows()).toHaveLength(1)
    expect(await send({ ...MESSAGE, openMs: 200 })).toMatchObject({ status: 429, body: { code: 'too-quick' } })
    expect(await rows()).toHaveLength(1)
  })

  test('when the emails cannot be queued the message is not stored either', async () => {
    const { services } = await prepare()
    const jobs = { insert: () => Promise.reject(new Error('no room')) } as never
    await expect(
      runForm(contactForm, { services: { ...services, jobs }, form: formOf(MESSAGE), address: 'x' }),
    ).rejects.toThrow('no room')
    expect(await rows()).toEqual([])
  })

  test('while the database is unavailable the form comes back with what was typed', async () => {
    const { services } = await prepare()
    const unavailable = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
    const transaction = vi.spyOn(services.db, 'transaction').mockRejectedValue(unavailable)
    try {
      expect(await runForm(contactForm, { services, form: formOf(MESSAGE), address: 'x' })).toMatchObject({
        status: 503,
        values: MESSAGE,
      })
    } finally {
      transaction.mockRestore()
    }
    expect((await send(MESSAGE)).status).toBe(201)
    await database().db.delete(properties)
  })
})

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
