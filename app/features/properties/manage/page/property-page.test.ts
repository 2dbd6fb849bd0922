import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { lightboxImages, sectionImages } from '#app/features/properties/gallery/gallery.ts'
import {
  properties,
  propertyUnits,
  reviews,
  rooms,
  unitImages,
} from '#app/features/properties/properties.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { typedRecord } from '#app/shared/record-fields.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { type PropertyChange, testServices } from '#test/factories.ts'
import { makeNamedProperty, readAsGuest } from '#test/named-property.ts'
import { makePublishable } from '#test/publishable-property.ts'
import { propertyFields } from './property-fields.ts'
import { propertyPageChanges } from './property-page.changes.server.ts'
import { getPropertyPage } from './property-page.server.ts'
import type { PropertyInputs, PropertyPart, PropertyValues } from './property-record.ts'
import { TIME_ZONES } from './time-zones.server.ts'

const mia = { ...UNNAMED, name: 'mia' }

/** The fields that a browser posts of a form with this input. */
function posted(value: unknown, name = ''): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one, at) => posted(one, `${name}[${at}]`))
  if (typeof value === 'boolean') return value ? [[name, 'on']] : []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => posted(one, name ? `${name}.${key}` : key))
}

describeWithDatabase('what a home’s page says', (database) => {
  const services = () => testServices(database())
  const addProperty = (values?: PropertyChange) => makeNamedProperty(database().db, values)
  async function page(slug: string) {
    const found = await getPropertyPage(services(), slug)
    if (!found) throw new Error('there is no such home')
    return found
  }
  const guestSees = (slug: string) => readAsGuest(services(), slug)
  async function post<Part extends PropertyPart>(
    slug: string,
    part: Part,
    change: (value: PropertyValues[Part]) => Partial<Record<keyof PropertyInputs[Part], unknown>>,
    more: Record<string, string> = {},
  ) {
    const { parts, versions } = await page(slug)
    const fields = propertyFields(TIME_ZONES)[part]
    const typed = typedRecord(fields as never, { ...parts[part], ...change(parts[part]) } as never)
    const poster = { services: services(), by: mia, params: { slug } }
    const form = { intent: part, version: versions[part], ...Object.fromEntries(posted(typed)), ...more }
    return postChange(propertyPageChanges[part] as Change, poster, form)
  }
  /** Changes a part. Compares the result for guests, and the earlier one after Undo. */
  async function changes<Part extends PropertyPart>(
    slug: string,
    part: Part,
    change: (value: PropertyValues[Part]) => Partial<Record<keyof PropertyInputs[Part], unknown>>,
    seen: object,
  ) {
    const before = await guestSees(slug)
    const outcome = await post(slug, part, change)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    expect(await guestSees(slug)).toMatchObject(seen)
    expect(await undoChange(services(), { id: outcome.id ?? '', by: mia })).toMatchObject({ ok: true })
    expect(await guestSees(slug)).toEqual(before)
  }
  async function problems<Part extends PropertyPart>(
    slug: string,
    part: Part,
    change: (value: PropertyValues[Part]) => Partial<Record<keyof PropertyInputs[Part], unknown>>,
  ) {
    const outcome = await post(slug, part, change)
    return outcome.ok ? null : outcome.fields
  }

  test('texts, figures, amenities and rules are read by guests at once, and undone', async () => {
    const { slug } = await addProperty()
    const title = {
      title: '<b>Lake</b> שלום 🏡',
      lead: 'Quiet.',
      badge: 'NEW',
      cardText: 'By the lake.',
      theme: 'lake',
    }
    await changes(slug, 'title', () => title, {
      title: '<b>Lake</b> שלום 🏡',
      theme: 'lake',
      presentation: { lead: 'Quiet.' },
    })
    const sections = [{ heading: 'The kitchen', paragraphs: ['One.', 'Two.'], items: ['An island'] }]
    await changes(slug, 'story', () => ({ highlights: ['A dock'], sections }), {
      highlights: ['A dock'],
      presentation: { story: sections },
    })
    const extraFacts = [{ value: '2', label: 'hot tubs' }]
    await changes(slug, 'figures', () => ({ bathrooms: 2.5, floorArea: 1800, maxPets: 1, extraFacts }), {
      bathrooms: 2.5,
      floorArea: 1800,
      maxPets: 1,
      presentation: { extraFacts },
    })
    const groups = [{ name: 'Outside', items: ['Dock', 'Fire pit'] }]
    await changes(slug, 'amenities', () => ({ heading: 'Here', groups }), {
      amenities: ['Dock', 'Fire pit'],
      presentation: { amenitiesHeading: 'Here', amenityGroups: groups },
    })
    const outcome = await post(slug, 'rules', () => ({ rules: ['No glass.'] }))
    expect(outcome.ok).toBe(true)
    expect((await guestSees(slug)).rules).toContain('No glass.')
    const searched = { title: 'A cabin', description: '', keywords: 'cabin' }
    await changes(slug, 'search', () => searched, { presentation: { metadata: searched } })
  })

  test('its large photos are chosen among its own, or there are none', async () => {
    const { id, slug } = await addProperty()
    await makePublishable(database().db, id)
    const at = (place: number) => `/objects/uploads/${id}-${place}.jpg`
    const large = async () => {
      const shown = await guestSees(slug)
      return sectionImages(shown, lightboxImages(shown)).map((image) => image?.src ?? null)
    }
    const ours = await large()
    expect(ours).not.toEqual([])
    await changes(slug, 'images', () => ({ afterRooms: at(3) }), { presentation: { sectionImages: ['', at(3), ''] } })
    await post(slug, 'images', () => ({ afterRooms: at(3) }))
    expect(await large()).toEqual([null, at(3), null])
    await post(slug, 'images', () => ({ afterRooms: undefined }))
    expect(await large()).toEqual(ours)
    await post(slug, 'images', () => ({ isNone: true }))
    expect(await large()).toEqual([null, null, null])
    expect(await problems(slug, 'images', () => ({ afterStory: at(1) }))).toEqual({
      isNone: 'Please uncheck this, or choose “None” for each photo',
    })
    const others = '/objects/uploads/of-another-home.jpg'
    expect(await problems(slug, 'images', () => ({ isNone: false, beforeMap: others }))).toEqual({
      beforeMap: 'This photo is gone by now. Please choose another',
    })
  })

  test('the place has its time zone, times and coordinates; what is none of these is refused', async () => {
    const { slug } = await addProperty()
    const typed = { address: '1 Ridge Rd, Oak Creek, CO', city: 'Oak Creek', coordinates: '40.48501, -106.83172' }
    const times = { timeZone: 'America/New_York', checkInTime: '16:00', checkOutTime: '10 am' }
    await changes(slug, 'place', () => ({ ...typed, ...times, country: 'us' }), {
      hasStreet: true,
      latitude: 40.48501,
      longitude: -106.83172,
      checkInTime: '4:00 PM',
      checkOutTime: '10:00 AM',
    })
    const wrong = { coordinates: '91, 10', checkInTime: '25:00', timeZone: 'America/Nowhere', country: 'USA' }
    expect(await problems(slug, 'place', () => ({ ...wrong, timeZone: 'America/Denver', country: 'U1' }))).toEqual({
      coordinates: 'Please enter latitude and longitude, such as 40.4850, -106.8317',
      checkInTime: 'Please enter a time, such as 4:00 PM',
      country: 'Please enter the two letters of the country, such as US',
    })
    expect(Object.keys((await problems(slug, 'place', () => ({ timeZone: 'America/Nowhere' }))) ?? {})).toEqual([
      'timeZone',
    ])
  })

  test('rooms with their beds are added, moved and removed, and samples are the operator’s own once they differ', async () => {
    const { id, slug } = await addProperty({ maxGuests: 2, facts: { sample: ['rooms'] } })
    const den = { propertyId: id, name: 'Den', beds: [], bathroom: 'shared' } as const
    await database().db.insert(rooms).values(den)
    const loft = { name: 'Loft', beds: [{ kind: 'queen', count: 1 }], floor: '1', bathroom: 'en-suite' }
    await changes(slug, 'rooms', ({ rooms: own }) => ({ rooms: [loft, ...own] }), {
      rooms: [
        { name: 'Loft', beds: [{ kind: 'queen', count: 1 }], floor: 1, bathroom: 'en-suite' },
        { name: 'Den', beds: [], bathroom: 'shared' },
      ],
      facts: {},
    })
    expect((await page(slug)).parts.rooms.sample).toBe('yes')
    await post(slug, 'rooms', () => ({ rooms: [loft] }))
    expect((await page(slug)).parts.rooms.sample).toBeUndefined()
  })

  test('beds for fewer than the home sleeps are refused where guests see it, and asked about once in a draft', async () => {
    const bed = [{ name: 'Loft', beds: [{ kind: 'twin', count: 1 }], bathroom: 'private' }]
    const shown = await addProperty({ maxGuests: 4, bathrooms: '0.0' })
    expect(await problems(shown.slug, 'rooms', () => ({ rooms: bed }))).toEqual({
      rooms: '1 room with a private bath, but 0 bathrooms',
    })
    const draft = await addProperty({ status: 'draft', maxGuests: 4 })
    const asked = await post(draft.slug, 'rooms', () => ({ rooms: bed }))
    expect(asked.ok ? null : asked.answer.asks).toEqual([
      'The beds sleep 1, but the home is for 4 guests. Guests can’t see the home like that.',
    ])
    expect(await post(draft.slug, 'rooms', () => ({ rooms: bed }), { confirmed: 'yes' })).toMatchObject({ ok: true })
    const more = await post(draft.slug, 'figures', () => ({ maxGuests: 6 }))
    expect(more.ok ? null : more.fields).toEqual({ maxGuests: 'The beds sleep 1, but the home is for 6 guests' })
  })

  test('reviews need their source and a day that is over; samples stay and give way', async () => {
    const { id, slug } = await addProperty()
    const sample = { propertyId: id, author: 'Demo', body: 'Sample.', source: 'Demo', sample: true }
    await database().db.insert(reviews).values(sample)
    const own = { body: 'Quiet.', author: 'Ada', source: 'Airbnb', reviewedOn: '2020-05-01' }
    await changes(slug, 'reviews', () => ({ reviews: [own] }), { reviews: [{ ...own, sample: false }] })
    expect((await guestSees(slug)).reviews).toMatchObject([{ body: 'Sample.' }])
    const wrong = { ...own, source: '', sourceUrl: 'airbnb' }
    expect(await problems(slug, 'reviews', () => ({ reviews: [wrong] }))).toEqual({
      'reviews[0].source': 'Please fill this in',
    })
    expect(await problems(slug, 'reviews', () => ({ reviews: [{ ...own, sourceUrl: 'airbnb' }] }))).toEqual({
      'reviews[0].sourceUrl': 'Please enter the whole address, beginning with https://',
    })
    expect(await problems(slug, 'reviews', () => ({ reviews: [{ ...own, reviewedOn: '2099-01-01' }] }))).toEqual({
      'reviews[0].reviewedOn': 'This day is still to come',
    })
  })

  test('places are drawn with their distances, and land that the form does not show stays', async () => {
    const { slug } = await addProperty({ latitude: '40.48500', longitude: '-106.83170' })
    const places = [{ name: 'The gondola', coordinates: '40.4575, -106.8045', side: 'right' }]
    await changes(slug, 'surroundings', () => ({ text: 'In town.', places }), {
      map: { text: 'In town.', places: [{ name: 'The gondola', distance: 'about 2.5 miles southeast' }] },
    })
    const land = { water: [], lifts: [], peaks: [{ at: [40.5, -106.8], high: 1 }], hills: [], names: [] }
    const given = { text: 'Given.', center: [40.5, -106.8], miles: 20, rings: [5], places: [], land }
    await database()
      .db.update(properties)
      .set({ presentation: { surroundings: given } })
      .where(eq(properties.slug, slug))
    await changes(slug, 'surroundings', () => ({ text: 'In town.', places }), { map: { heights: [{ kind: 'peak' }] } })
    await post(slug, 'surroundings', () => ({ text: '', places: [] }))
    expect((await guestSees(slug)).map).toBeNull()
    await post(slug, 'surroundings', () => ({ text: 'Back.' }))
    expect((await guestSees(slug)).map).toMatchObject({ heights: [{ kind: 'peak' }] })
  })

  test('units are added and renamed; one with photos is not removed, also not by Undo', async () => {
    const { id, slug } = await addProperty()
    const added = await post(slug, 'units', () => ({ units: [{ name: 'East' }, { name: 'West' }] }))
    const [east] = await database().db.select().from(propertyUnits).where(eq(propertyUnits.propertyId, id))
    await database()
      .db.insert(unitImages)
      .values({ unitId: east?.id ?? '', gcsPath: '/objects/uploads/a.jpg', altText: '', category: 'kitchen' })
    expect(await problems(slug, 'units', () => ({ units: [{ name: 'West' }] }))).toEqual({
      units: 'East has photos. Remove them first, or move them.',
    })
    expect(await undoChange(services(), { id: added.ok ? (added.id ?? '') : '', by: mia })).toMatchObject({
      ok: false,
      message: 'East has photos. Remove them first, or move them. Nothing was changed.',
    })
    const renamed = await post(slug, 'units', ({ units: [, west] }) => ({
      units: [{ id: east?.id, name: 'Lake side' }, west],
    }))
    expect(renamed).toMatchObject({ ok: true })
    expect((await page(slug)).parts.units.units).toMatchObject([{ id: east?.id, name: 'Lake side' }, { name: 'West' }])
  })

  test('two who change a part: the second reads what it says now; what stands twice or is too long is said', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    await post(slug, 'rules', () => ({ rules: ['No glass.'] }))
    const late = await post(slug, 'rules', () => ({ rules: ['No shoes.'] }), { version: versions.rules })
    expect(late.ok ? '' : late.message).toContain('It says now: Your own rules: No glass.')
    expect(await problems(slug, 'rules', () => ({ rules: ['A', 'a'] }))).toEqual({ rules: 'This is there twice: a' })
    const long = { description: 'x'.repeat(20_000) }
    expect(await problems(slug, 'title', () => long)).toEqual({
      description: 'Please keep this to 5,000 characters',
    })
  })
})
