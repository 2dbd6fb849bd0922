import { readFile } from 'node:fs/promises'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { getImagesPage } from '#app/features/properties/manage/images/images-page.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { createApi } from '#server/api.ts'
import type { Case, World } from './change-world.ts'

export const IMAGE = '/objects/uploads/cove.jpg'

export const storeImage = ({ services: { db } }: World) =>
  db
    .insert(mediaObjects)
    .values({ path: IMAGE, contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 })
    .onConflictDoNothing()
const attach = async (world: World) => {
  const { api, property } = world
  await storeImage(world)
  await api('POST', '/api/objects/attach', { objectPath: IMAGE, propertyId: property })
}

/** How each change of photos is made, and its words in History. */
export const IMAGE_CASES = {
  'image.added': ['Photo added', (world) => attach(world)],
  'image.categories-changed': [
    'Categories of photos changed',
    async (world) => {
      await IMAGE_CASES['image.changed'][1](world)
      await world.post('/admin/homes/cabin/photos', { intent: 'remove-category', id: 'kitchen' })
    },
  ],
  'image.changed': [
    'Words or category of a photo changed',
    async (world) => {
      await attach(world)
      const version = (await getImagesPage(world.services, 'cabin'))?.images[0]?.version ?? ''
      const details = { altText: 'The cove at dusk', caption: '', category: 'Kitchen', version }
      await world.post('/admin/homes/cabin/photos', { intent: 'image', id: IMAGE, ...details })
    },
  ],
  'image.moved': [
    'Cover photo changed',
    async (world) => {
      await world.services.db.update(properties).set({ images: ['/objects/homes/lodge.jpg'] })
      await attach(world)
      await world.post('/admin/homes/cabin/photos', { intent: 'move-image', id: IMAGE, to: 'first' })
    },
  ],
  'image.removed': [
    'Photo removed',
    async (world) => {
      await attach(world)
      await world.post('/admin/homes/cabin/photos', { intent: 'remove-image', id: IMAGE })
    },
  ],
  'image.replaced': [
    'Photo replaced',
    async (world) => {
      await attach(world)
      const file = new Blob([await readFile('content/media/lake-keowee-exterior.jpg')])
      const body = new FormData()
      body.set('file', file, 'cove.jpg')
      const path = `/admin/homes/cabin/photos/upload?replace=${encodeURIComponent(IMAGE)}`
      await createApi(world.services).request(path, { method: 'POST', body })
    },
  ],
} satisfies Record<string, Case>
