import { eq, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { bookingsApi } from '#app/features/bookings/request/bookings.api.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { getPropertyOfAnyStatus, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { vacationRentalSchema } from '#app/features/properties/vacation-rental.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeOnBothDatabases, describeWithDatabase, type TestDatabase } from '#test/database.ts'
import { makePricedProperty, makeProperty, testServices } from '#test/factories.ts'
import { makePublishable } from '#test/publishable-property.ts'
import { propertiesChanges, propertyRowChanges } from './property-row.changes.server.ts'
import { findUnpublished } from './unpublished-property.server.ts'

const mia: Operator = { ...UNNAMED, name: 'mia' }

function useProperties(database: () => TestDatabase) {
  const services = () => testServices(database())
  const add = (fields: Record<string, string | string[]>) =>
    postChange(propertiesChanges.add, { services: services(), by: mia }, { intent: 'add', ...fields })
  const post = (slug: string, intent: keyof typeof propertyRowChanges, fields: Record<string, string>) =>
    postChange(
      propertyRowChanges[intent] as typeof propertyRowChanges.status,
      { services: services(), by: mia, params: { slug } },
      {
        intent,
        ...fields,
      },
    )
  const setStatus = (slug: string, from: string, status: string, more = {}) =>
    post(slug, 'status', { status, version: versionOf(from), ...more })
  const stored = async (slug: string) =>
    (await database().db.select().from(properties).where(eq(properties.slug, slug)))[0]
  return { services, add, post, setStatus, stored }
}

describeWithDatabase('the homes of an operator', (database) => {
  const { services, add, post, setStatus, stored } = useProperties(database)
  const opens = (slug: string, isOperator = false) => findUnpublished(services(), slug, async () => isOperator)

  test('a home from nothing is a draft that operators alone see, with its empty sections', async () => {
    expect(await add({ name: 'Ridge House', location: 'Oak Creek, CO', maxGuests: '6' })).toMatchObject({
      ok: true,
      to: '/admin/homes/ridge-house',
    })
    expect(await stored('ridge-house')).toMatchObject({ status: 'draft', published: false, maxGuests: 6 })
    expect(await opens('ridge-house')).toBeNull()
    const page = await opens('ridge-house', true)
    expect(page).toMatchObject({ property: { name: 'Ridge House', isListed: false } })
    expect(Object.keys((page as { draft: { empty: object } }).draft.empty)).toEqual(
      expect.arrayContaining(['images', 'story', 'rooms', 'amenities', 'host']),
    )
  })

  test('wrong input keeps what was typed, and names each field', async () => {
    const answer = await add({ name: ' ', location: '', maxGuests: 'many' })
    expect(answer).toMatchObject({
      fields: {
        name: 'Please enter a name',
        location: 'Please enter a place',
        maxGuests: 'Please enter a whole number from 1 to 99',
      },
    })
  })

  test('a copy takes over prices, rules and amenities, never photos', async () => {
    const { db } = database()
    const from = await makePricedProperty(db, {
      slug: 'cabin',
      images: ['/objects/uploads/a.jpg'],
      amenities: ['Dock'],
    })
    const take = ['prices', 'rules', 'amenities']
    await add({ name: 'Cove', location: 'West Union, SC', maxGuests: '4', from: 'cabin', take })
    const cove = await stored('cove')
    expect(cove).toMatchObject({ pricePerNight: '480.00', minimumStay: 2, maxPets: 2, amenities: ['Dock'], images: [] })
    const names = (id: string) => db.select({ name: taxes.name }).from(taxes).where(eq(taxes.propertyId, id))
    expect(await names(cove?.id ?? '')).toEqual(await names(from))
    await add({ name: 'Far', location: 'Oak Creek, CO', maxGuests: '4', from: 'cabin', take })
    const far = await stored('far')
    expect(far).toMatchObject({ pricePerNight: '480.00', timeZone: 'America/Denver', city: null, region: null })
    expect(await names(far?.id ?? '')).toEqual([])
    expect(await setStatus('far', 'draft', 'published')).toMatchObject({
      message: expect.stringContaining('No tax, and nobody has said that there is none'),
    })
    await add({ name: 'Bare', location: 'West Union, SC', maxGuests: '4', from: 'cabin' })
    expect(await stored('bare')).toMatchObject({ pricePerNight: null, minimumStay: 1, amenities: [] })
  })

  test('the time zone of a new home comes from its place, or is asked', async () => {
    const property = { name: 'Ridge', maxGuests: '4' }
    expect(await add({ ...property, location: 'Bend, Oregon' })).toMatchObject({
      ok: false,
      fields: { timeZone: 'Please choose one: “Bend, Oregon” doesn’t say it' },
    })
    expect(await stored('ridge')).toBeUndefined()
    await add({ ...property, location: 'Bend, Oregon', timeZone: 'America/Los_Angeles' })
    expect(await stored('ridge')).toMatchObject({ timeZone: 'America/Los_Angeles' })
    await add({ ...property, name: 'Snow', location: 'Oak Creek, CO', timeZone: '' })
    expect(await stored('snow')).toMatchObject({ timeZone: 'America/Denver' })
    expect(await add({ ...property, location: 'Oak Creek, CO', timeZone: 'America/Nowhere' })).toMatchObject({
      ok: false,
    })
  })

  test('one photo is enough to publish; below eight it is said that search engines do not list the home', async () => {
    const { db } = database()
    const id = await makePricedProperty(db, { slug: 'cabin', status: 'draft' })
    await makePublishable(db, id)
    const keep = (count: number) =>
      db.delete(unitImages).where(
        notInArray(
          unitImages.gcsPath,
          Array.from({ length: count }, (_, at) => `/objects/uploads/${id}-${at}.jpg`),
        ),
      )
    await keep(2)
    expect(await setStatus('cabin', 'draft', 'published')).toMatchObject({
      answer: {
        asks: expect.arrayContaining(['2 photos of the 8 that Google wants before it lists a vacation rental']),
      },
    })
    expect(await setStatus('cabin', 'draft', 'published', { confirmed: 'yes' })).toMatchObject({ ok: true })
    const property = await getPropertyOfAnyStatus(services(), 'cabin')
    expect(property && vacationRentalSchema(property, 'https://stay.example')).toBeNull()
  })

  test('publishing names what is missing, and asks once about the rest', async () => {
    await add({ name: 'Ridge House', location: 'Oak Creek, CO', maxGuests: '6' })
    const refused = await setStatus('ridge-house', 'draft', 'published')
    expect(refused).toMatchObject({ ok: false, status: 409 })
    for (const words of ['No photo', 'No nightly price', 'No street address', 'No rooms with beds'])
      expect((refused as { message: string }).message).toContain(words)
    const id = await makePricedProperty(database().db, { slug: 'cabin', status: 'draft' })
    await makePublishable(database().db, id)
    await database().db.update(unitImages).set({ altText: '' })
    expect(await setStatus('cabin', 'draft', 'published')).toMatchObject({
      answer: {
        asks: [
          '8 photos without a description',
          'Guests who cancel: Full refund up to 30 days before check-in, none after that.',
          'Guests read: 5 bedrooms, 3 baths',
          'Check-in from 3:00 PM, check-out by 11:00 AM, Eastern Time',
        ],
      },
    })
    expect(await setStatus('cabin', 'draft', 'published', { confirmed: 'yes' })).toMatchObject({ ok: true })
    expect((await listPropertyCards(services())).map(({ slug }) => slug)).toEqual(['cabin'])
  })

  test('an unlisted home can be opened and is in no list; a retired one leads to the others', async () => {
    await makePricedProperty(database().db, { slug: 'cabin' })
    await setStatus('cabin', 'published', 'unlisted')
    expect(await stored('cabin')).toMatchObject({ published: true, listed: false, isAvailable: true })
    expect(await listPropertyCards(services())).toEqual([])
    await setStatus('cabin', 'unlisted', 'retired')
    expect(await opens('cabin')).toEqual({ to: '/#properties' })
  })

  test('of two who change the status, the second is shown what it is now', async () => {
    await makePricedProperty(database().db, { slug: 'cabin' })
    await setStatus('cabin', 'published', 'not-bookable')
    expect(await setStatus('cabin', 'published', 'retired')).toMatchObject({
      status: 409,
      message: expect.stringContaining('Not bookable'),
    })
  })

  test('another address leads from the one before, also after Undo, and no home takes one that another had', async () => {
    const { db } = database()
    await makeProperty(db, { slug: 'cabin' })
    await makeProperty(db, { slug: 'ridge' })
    const rename = (slug: string, to: string) => post(slug, 'address', { slug: to, version: versionOf(slug) })
    expect(await rename('cabin', 'Lake Cabin')).toMatchObject({ fields: { slug: expect.stringContaining('hyphens') } })
    const done = await rename('cabin', 'lake-cabin')
    expect(done).toMatchObject({ ok: true, to: '/admin/homes/lake-cabin' })
    expect(await opens('cabin')).toEqual({ to: '/property/lake-cabin' })
    expect(await rename('ridge', 'cabin')).toMatchObject({
      fields: { slug: 'Another home has this address, or had it' },
    })
    const id = (done as { id: string }).id
    expect(await undoChange(services(), { by: mia, id })).toMatchObject({ ok: true })
    expect(await opens('lake-cabin')).toEqual({ to: '/property/cabin' })
  })

  test('homes move up and down, and Undo brings the order back', async () => {
    const { db } = database()
    for (const [displayOrder, slug] of ['a', 'b', 'c'].entries()) await makePricedProperty(db, { slug, displayOrder })
    const order = async () => (await listPropertyCards(services())).map(({ slug }) => slug).join('')
    const poster = { services: services(), by: mia }
    const moved = await postChange(propertiesChanges.move, poster, { intent: 'move', id: 'c', to: 'up' })
    expect(await order()).toBe('acb')
    await postChange(propertiesChanges.move, poster, { intent: 'move', id: 'a', to: 'up' })
    expect(await order()).toBe('acb')
    await undoChange(services(), { by: mia, id: (moved as { id: string }).id })
    expect(await order()).toBe('abc')
  })

  test('a draft is removed with its photos; a home that was booked is not', async () => {
    const { db } = database()
    await makePublishable(db, await makePricedProperty(db, { slug: 'cabin', status: 'draft' }))
    expect(await post('cabin', 'remove', {})).toMatchObject({ ok: true, to: '/admin/homes' })
    expect([await stored('cabin'), await db.select().from(mediaObjects)]).toEqual([undefined, []])
    await makePricedProperty(db, { slug: 'ridge' })
    expect(await post('ridge', 'remove', {})).toMatchObject({
      message: expect.stringContaining('isn’t a draft. Retire it instead.'),
    })
  })
})

describeOnBothDatabases('a home that is retired while guests book it', (database) => {
  const { services, setStatus, stored } = useProperties(database)

  test('has each booking stored whole, or refused with a sentence', async () => {
    const propertyId = await makePricedProperty(database().db, { slug: 'cabin' })
    const book = async (day: number) => {
      const dates = { checkInDate: `2027-07-${day}`, checkOutDate: `2027-07-${day + 4}` }
      const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com', guestPhone: '+1 970 555 0123' }
      const response = await bookingsApi(services()).request('/api/bookings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ propertyId, ...dates, adults: 2, children: 0, infants: 0, pets: 0, ...guest }),
      })
      return { status: response.status, body: await response.json() }
    }
    const answers = await Promise.all([
      ...[10, 14, 18].map(book),
      setStatus('cabin', 'published', 'retired', { confirmed: 'yes' }),
      book(22),
    ])
    expect((await stored('cabin'))?.status).toBe('retired')
    const sent = answers.filter((answer): answer is Awaited<ReturnType<typeof book>> => 'body' in answer)
    const kept = sent.filter(({ status }) => status === 201)
    expect(await database().db.select().from(bookings)).toHaveLength(kept.length)
    for (const { status, body } of sent) if (status !== 201) expect(body).toMatchObject({ message: expect.any(String) })
    expect(await book(26)).toMatchObject({ status: 404 })
  })
})
