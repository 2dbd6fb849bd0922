import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getPropertyPage } from '#app/features/properties/manage/page/property-page.server.ts'
import type { PropertyPart } from '#app/features/properties/manage/page/property-record.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { makeProperty } from '../factories.ts'
import { makePublishable } from '../publishable-property.ts'
import type { Case, World } from './change-world.ts'

const CABIN = { name: 'Cabin', description: 'By the lake.', location: 'West Union, SC' }
const DRAFT = { name: 'Ridge', location: 'Oak Creek, CO', maxGuests: '4' }

const TITLE = { name: 'Cabin', title: 'By the lake', bookingHeading: 'Book', capacityWord: 'guests', theme: 'lake' }
const FIGURES = { propertyType: 'cabin', maxGuests: '6', maxInfants: '0', maxPets: '0', bedrooms: '2', bathrooms: '1' }
const PLACE = { location: 'West Union, SC', country: 'US', timeZone: 'America/New_York' }
const REVIEW = { body: 'Quiet.', author: 'Ada', source: 'Airbnb', sourceUrl: '', reviewedOn: '' }

/** The items of a list as its form posts them. */
const item = (list: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${list}[0].${name}`, text]))

const onPage =
  (intent: PropertyPart, fields: Record<string, string>) =>
  async ({ services, post }: World) => {
    const version = (await getPropertyPage(services, 'cabin'))?.versions[intent] ?? ''
    return post('/admin/homes/cabin/page', { intent, version, ...fields })
  }

/** How each change of the homes themselves is made. */
export const PROPERTY_CASES = {
  'property.added': ['Home added', ({ api }) => api('POST', '/api/properties', CABIN)],
  'property.address-changed': [
    'Address of a home’s page changed',
    ({ post }) => post('/admin/homes/cabin', { intent: 'address', slug: 'lake-cabin', version: versionOf('cabin') }),
  ],
  'property.drafted': [
    'Home added as a draft',
    ({ post }) => post('/admin/homes', { intent: 'add', ...DRAFT, key: randomUUID() }),
  ],
  'property.amenities-changed': [
    'Amenities changed',
    onPage('amenities', { heading: 'Amenities', ...item('groups', { name: 'Outside', items: 'Dock' }) }),
  ],
  'property.figures-changed': ['Figures changed', onPage('figures', FIGURES)],
  'property.images-changed': ['Large photos changed', onPage('images', { isNone: 'on' })],
  'property.place-changed': [
    'Place and times changed',
    onPage('place', { ...PLACE, checkInTime: '16:00', checkOutTime: '10 am' }),
  ],
  'property.reviews-changed': ['Reviews changed', onPage('reviews', item('reviews', REVIEW))],
  'property.rooms-changed': [
    'Rooms and beds changed',
    onPage('rooms', { heading: 'Beds', ...item('rooms', { name: 'Den' }) }),
  ],
  'property.rules-changed': ['More house rules changed', onPage('rules', { rules: 'No glass at the pool.' })],
  'property.search-changed': ['Search engines changed', onPage('search', { title: 'A cabin', description: '' })],
  'property.story-changed': ['Story changed', onPage('story', { highlights: 'A dock' })],
  'property.surroundings-changed': ['Surroundings and map changed', onPage('surroundings', { text: 'By a lake.' })],
  'property.title-changed': ['Title and card changed', onPage('title', TITLE)],
  'property.units-changed': ['Units changed', onPage('units', item('units', { id: '', name: 'Main' }))],
  'property.removed': [
    'Draft of a home removed',
    async ({ post }) => {
      await post('/admin/homes', { intent: 'add', ...DRAFT })
      await post('/admin/homes/ridge', { intent: 'remove' })
    },
  ],
  'property.status-changed': [
    'Home is not bookable',
    ({ post }) =>
      post('/admin/homes/cabin', { intent: 'status', status: 'not-bookable', version: versionOf('published') }),
  ],
  'site.set-up-marked': [
    'Step of setting up marked as done',
    ({ post }) => post('/admin/set-up', { intent: 'set-up', step: 'backup' }),
  ],
  'properties.published': [
    '1 home published',
    async ({ services: { db }, property, post }) => {
      await makePublishable(db, property)
      await db.update(properties).set({ status: 'draft' }).where(eq(properties.id, property))
      await post('/admin/homes', { intent: 'publish', confirmed: 'yes' })
    },
  ],
  'properties.samples-removed': [
    '1 sample home removed, with the texts about it',
    async ({ services, post }) => {
      await makeProperty(services.db, { images: ['/objects/sample/a.jpg'], status: 'draft' })
      await post('/admin/homes', { intent: 'remove-samples' })
    },
  ],
  'properties.reordered': [
    'Order of the homes changed',
    async ({ post }) => {
      await post('/admin/homes', { intent: 'add', ...DRAFT })
      await post('/admin/homes', { intent: 'move', id: 'ridge', to: 'up' })
    },
  ],
} satisfies Record<string, Case>
