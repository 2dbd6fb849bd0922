import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { nameField, optionalField } from '#app/platform/change/fields.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { oneLine } from '#app/shared/input/typed-text.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { refuse } from '#app/shared/refusal.ts'
import { IMAGE_WORDS } from './image-history.server.ts'
import {
  categoryFor,
  getImageRecords,
  isShown,
  lockImages,
  mainUnit,
  type PropertyImages,
  recordOf,
  replaceImage,
  storeOrder,
  storePlaces,
  storePresentation,
} from './image-records.server.ts'
import { CATEGORY_FIELDS, type Category, detailsOf, type ImageDetails, NEW_CATEGORY, SUGGESTED } from './images.ts'

const LONGEST_ALT = 500
const LONGEST_CAPTION = 200
const MOST_IMAGES = 300
const NOT_SHOWN = refuse('not-found', 'Somebody removed this photo meanwhile.')
const NO_IMAGE = refuse('not-found', 'The photo is gone. Please send it again.')

const lockPropertyRow = (tx: Tx, { services: { clock, log }, params }: Posted) =>
  lockImages({ db: tx, clock, log }, eq(properties.slug, params.slug ?? ''))

/** The home, and its image that is locked first. */
const lockPropertyAnd =
  (imageOf: (posted: Posted) => string) =>
  async (tx: Tx, posted: Posted): Promise<PropertyImages | null> => {
    const image = imageOf(posted)
    // Others have no row.
    if (objectKey(image)) await lockImage(tx, image, 'update')
    return lockPropertyRow(tx, posted)
  }

const about = ({ id }: Pick<PropertyImages, 'id'>) => ({ subjectId: id, propertyIds: [id] })

const getAgain = async (tx: Tx, { services }: { services: Services }, property: PropertyImages) =>
  (await getImageRecords({ ...services, db: tx }, eq(properties.id, property.id))) ?? property

const words = (max: number) =>
  boundedText(3 * max + 1000, `Please keep this to ${max} characters`)
    .optional()
    .transform((text) => oneLine(text ?? ''))
    .pipe(z.string().max(max, `Please keep this to ${max} characters`))

export const categoryFields = {
  /** A category of the home, a suggested one, or `NEW_CATEGORY`, which is then typed. */
  category: boundedText(100).optional(),
  newCategory: optionalField(nameField('Please keep the category to 60 characters')),
  unitId: boundedText(100).optional(),
}

const detailsForm = z
  .object({ ...categoryFields, altText: words(LONGEST_ALT), caption: words(LONGEST_CAPTION) })
  .refine(({ category, newCategory }) => category !== NEW_CATEGORY || newCategory, {
    path: ['newCategory'],
    error: 'Please name the category',
  })

type Chosen = Pick<z.output<typeof detailsForm>, 'category' | 'newCategory'>

/** The chosen category. One that the home did not have becomes the last of its gallery. */
async function chooseCategory(tx: Tx, property: PropertyImages, { category = '', newCategory }: Chosen, now: Date) {
  const { gallery } = property.presentation
  if (category === '' || gallery.groups.some((group) => group.category === category)) return category
  const label = category === NEW_CATEGORY ? newCategory : SUGGESTED.find((suggested) => suggested === category)
  if (!label) return ''
  const chosen = categoryFor(gallery.groups, label)
  if (!gallery.groups.includes(chosen)) {
    await storePresentation(tx, property.id, { gallery: { ...gallery, groups: [...gallery.groups, chosen] } }, now)
  }
  return chosen.category
}

const chosenUnit = async (tx: Tx, property: PropertyImages, unitId: string | undefined) =>
  property.units.find(({ id }) => id === unitId)?.id ?? (await mainUnit(tx, property))

const addForm = z.object({ image: boundedText(500), ...categoryFields })

/** Adds an uploaded photo at the end. Sent again, it is added once. */
const addImage = defineChange({
  scope: 'content:write',
  name: 'image.added',
  ...IMAGE_WORDS['image.added'],
  form: addForm,
  lock: async (tx, posted, { image }) => ((await lockImage(tx, image, 'share')) ? lockPropertyRow(tx, posted) : null),
  gone: NO_IMAGE.message,
  run: async (tx, { image, unitId, ...chosen }, posted) => {
    const { subject: property, now } = posted
    if (property.order.includes(image)) return null
    if (property.order.length >= MOST_IMAGES)
      return refuse('invalid-input', `There can be ${MOST_IMAGES} photos. Please remove one first.`)
    const category = await chooseCategory(tx, property, chosen, now)
    const unit = await chosenUnit(tx, property, unitId)
    await storePlaces(tx, property, image, [{ unitId: unit, category, altText: '', caption: '', displayOrder: 0 }])
    await storeOrder(tx, property, [...property.order, image], now)
    return { ...about(property), after: recordOf(await getAgain(tx, posted, property), image) }
  },
})

/** Shows an uploaded photo in the place and with the words of the one that is `id`. */
const replaceWith = defineChange({
  scope: 'content:write',
  name: 'image.replaced',
  ...IMAGE_WORDS['image.replaced'],
  form: z.object({ image: boundedText(500) }),
  lock: async (tx, posted, { image }) =>
    (await lockImage(tx, image, 'share')) ? lockPropertyAnd(({ id }) => id)(tx, posted) : null,
  gone: NO_IMAGE.message,
  run: async (tx, { image: by }, { subject: property, id, now }) => {
    if (property.order.includes(by)) return null
    const image = recordOf(property, id)
    if (!isShown(image)) return NOT_SHOWN
    await replaceImage(tx, property, image, { by, now })
    const record = { image, by }
    return { ...about(property), before: record, after: record }
  },
})

const linesOf = ({ category, altText, caption }: ImageDetails, groups: readonly Category[]) => [
  `Alt text: ${altText || 'none'}`,
  `Caption: ${caption || 'none'}`,
  `Category: ${groups.find((group) => group.category === category)?.label ?? 'none'}`,
]

/** The words and the category of one photo. It then stands once in the gallery. */
const changeDetails = defineChange({
  scope: 'content:write',
  name: 'image.changed',
  ...IMAGE_WORDS['image.changed'],
  form: detailsForm,
  lock: lockPropertyRow,
  gone: 'The home is gone.',
  version: (property, _, { id }) => {
    const details = detailsOf(property.places.get(id))
    return {
      value: details,
      lines: linesOf(details, property.presentation.gallery.groups),
      timeZone: property.timeZone,
    }
  },
  run: async (tx, { altText, caption, unitId, ...chosen }, posted) => {
    const { subject: property, id, now } = posted
    const before = recordOf(property, id)
    if (before.at < 0) return NOT_SHOWN
    const category = await chooseCategory(tx, property, chosen, now)
    const unit = await chosenUnit(tx, property, unitId ?? before.places[0]?.unitId)
    const place = { unitId: unit, category, altText, caption, displayOrder: before.at }
    if (canonical(before.places.map((stored) => ({ ...stored, displayOrder: before.at }))) === canonical([place]))
      return null
    await storePlaces(tx, property, id, [place])
    return { ...about(property), before, after: recordOf(await getAgain(tx, posted, property), id) }
  },
})

const removeImage = defineChange({
  scope: 'content:write',
  name: 'image.removed',
  ...IMAGE_WORDS['image.removed'],
  form: z.object({}),
  lock: lockPropertyAnd(({ id }) => id),
  gone: 'The home is gone.',
  run: async (tx, _, { subject: property, id, now }) => {
    const before = recordOf(property, id)
    // Removed twice, the second is like the first.
    if (!isShown(before)) return null
    await replaceImage(tx, property, before, { by: null, now })
    return { ...about(property), before }
  },
})

const moveForm = z.object({
  to: z.enum(['first', 'up', 'down', 'before']),
  /** The photo that then follows, with `before`; empty at the end. */
  next: boundedText(2000).optional(),
})

function orderAfter(order: string[], id: string, { to, next = '' }: z.output<typeof moveForm>): string[] | null {
  const at = order.indexOf(id)
  const others = order.filter((path) => path !== id)
  if (to === 'before' && next !== '' && !others.includes(next)) return null
  const places = {
    first: 0,
    up: Math.max(0, at - 1),
    down: at + 1,
    before: next === '' ? others.length : others.indexOf(next),
  }
  return others.toSpliced(places[to], 0, id)
}

/** One photo moves, so that two operators who move different ones are not refused. */
const moveImage = defineChange({
  scope: 'content:write',
  name: 'image.moved',
  ...IMAGE_WORDS['image.moved'],
  form: moveForm,
  lock: lockPropertyRow,
  gone: 'The home is gone.',
  run: async (tx, input, { subject: property, id, now }) => {
    if (!property.order.includes(id)) return NOT_SHOWN
    const order = orderAfter(property.order, id, input)
    if (!order) return refuse('refused', 'Somebody removed the photo beside it meanwhile. Please move it again.')
    if (canonical(order) === canonical(property.order)) return null
    await storeOrder(tx, property, order, now)
    return { ...about(property), before: { image: id, order: property.order }, after: { image: id, order } }
  },
})

const categories = defineRecord({
  scope: 'content:write',
  name: 'image.categories-changed',
  ...IMAGE_WORDS['image.categories-changed'],
  lock: lockPropertyRow,
  read: ({ presentation }): Category[] => presentation.gallery.groups,
  store: (tx, { id, presentation: { gallery } }, groups, { clock }) =>
    storePresentation(tx, id, { gallery: { ...gallery, groups } }, clock.now()),
  about: (property) => ({ ...about(property), timeZone: property.timeZone }),
})

export const imageChanges = {
  image: changeDetails,
  'remove-image': removeImage,
  'move-image': moveImage,
  'rename-category': categories.change({
    form: formOf(CATEGORY_FIELDS),
    make: ({ label }, groups, { id }) => {
      const isTwin = groups.some((other) => other.category !== id && other.label.toLowerCase() === label.toLowerCase())
      if (isTwin) return refuse('invalid-input', CHECK_FIELDS, { label: 'Another category has this name' })
      return groups.map((group) => (group.category === id ? { ...group, label } : group))
    },
    lines: (groups) => groups.map(({ label }) => label),
  }),
  'move-category': categories.press({
    form: z.object({ to: z.enum(['up', 'down']) }),
    make: ({ to }, groups, { id }) => {
      const at = groups.findIndex(({ category }) => category === id)
      const next = to === 'up' ? at - 1 : at + 1
      const [moved, other] = [groups[at], groups[next]]
      return moved && other ? groups.with(at, other).with(next, moved) : groups
    },
  }),
  /** One that has photos, too: they then need another. */
  'remove-category': categories.press({
    form: z.object({}),
    make: (_, groups, { id }) => groups.filter(({ category }) => category !== id),
  }),
}

/** The change by the upload of a photo. */
export const uploadChanges = { 'add-image': addImage, 'replace-image': replaceWith }
