import { eq } from 'drizzle-orm'
import { versionOf } from '#app/platform/change/version.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { makeProperty } from '../factories.ts'
import { makePublishable } from '../publishable-home.ts'
import type { Case } from './change-world.ts'

const CABIN = { name: 'Cabin', description: 'By the lake.', location: 'West Union, SC' }
const DRAFT = { name: 'Ridge', location: 'Oak Creek, CO', maxGuests: '4' }

/** How each change of the homes themselves is made. */
export const HOME_CASES = {
  'home.added': ['Home added', ({ api }) => api('POST', '/api/properties', CABIN)],
  'home.address-changed': [
    'Address of a home’s page changed',
    ({ post }) => post('/admin/homes/cabin', { intent: 'address', slug: 'lake-cabin', version: versionOf('cabin') }),
  ],
  'home.drafted': ['Home added as a draft', ({ post }) => post('/admin/homes', { intent: 'add', ...DRAFT })],
  'home.removed': [
    'Draft of a home removed',
    async ({ post }) => {
      await post('/admin/homes', { intent: 'add', ...DRAFT })
      await post('/admin/homes/ridge', { intent: 'remove' })
    },
  ],
  'home.status-changed': [
    'Home is not bookable',
    ({ post }) =>
      post('/admin/homes/cabin', { intent: 'status', status: 'not-bookable', version: versionOf('published') }),
  ],
  'site.set-up-marked': [
    'Step of setting up marked as done',
    ({ post }) => post('/admin/set-up', { intent: 'set-up', step: 'backup' }),
  ],
  'homes.published': [
    '1 home published',
    async ({ services: { db }, home, post }) => {
      await makePublishable(db, home)
      await db.update(properties).set({ status: 'draft' }).where(eq(properties.id, home))
      await post('/admin/homes', { intent: 'publish', confirmed: 'yes' })
    },
  ],
  'homes.samples-removed': [
    '1 sample home removed',
    async ({ services, post }) => {
      await makeProperty(services.db, { images: ['/objects/sample/a.jpg'], status: 'draft' })
      await post('/admin/homes', { intent: 'remove-samples' })
    },
  ],
  'homes.reordered': [
    'Order of the homes changed',
    async ({ post }) => {
      await post('/admin/homes', { intent: 'add', ...DRAFT })
      await post('/admin/homes', { intent: 'move', id: 'ridge', to: 'up' })
    },
  ],
} satisfies Record<string, Case>
