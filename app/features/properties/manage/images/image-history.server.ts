import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockImage, REMOVED_DAYS } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { HistoryWords, Undo } from '#app/platform/change/audit.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { Fact } from '#app/shared/declared-facts.ts'
import { refuse } from '#app/shared/refusal.ts'
import {
  type ImageRecord,
  imageRecordSchema,
  isShown,
  lockImages,
  type PropertyImages,
  putBack,
  recordOf,
  replaceImage,
  storeOrder,
  storePlaces,
  storePresentation,
} from './image-records.server.ts'
import type { Category } from './images.ts'

const GONE = refuse('refused', `The photo is gone by now: a removed one can come back for ${REMOVED_DAYS} days.`)
const NO_PROPERTY = refuse('refused', 'The home is gone.')
const NOT_SHOWN = refuse('refused', 'This photo isn’t among the home’s photos anymore.')

const image = imageRecordSchema
const moved = z.object({ image: z.string(), order: z.array(z.string()) })
const replaced = z.object({ image, by: z.string() })
const categories = z.array(z.object({ category: z.string(), label: z.string() })) satisfies z.ZodType<Category[]>

/** Begins to show an image again. One from before the uploads has no row, and is never deleted. */
const lockForShowing = async (tx: Tx, image: string) =>
  !image.startsWith('/objects/') || (await lockImage(tx, image, 'share'))

type Change<Before, After> = { property: PropertyImages; before: Before; after: After; tx: Tx; now: Date }

/** Takes a change back in a property that is locked. The images that it shows or removes are locked before. */
const undoIn = <Before, After>(
  recorded: { before: z.ZodType<Before>; after: z.ZodType<After> },
  images: (before: Before, after: After) => { shows?: string; removes?: string },
  take: (change: Change<Before, After>) => Promise<ReturnType<typeof refuse> | undefined>,
): Undo =>
  undoFrom(recorded, async (tx, { clock, log }, { subjectId, before, after }) => {
    const { shows, removes } = images(before, after)
    if (removes) await lockImage(tx, removes, 'update')
    if (shows && !(await lockForShowing(tx, shows))) return GONE
    const property = await lockImages({ db: tx, clock, log }, eq(properties.id, subjectId))
    if (!property) return NO_PROPERTY
    return take({ property, before, after, tx, now: clock.now() })
  })

const wordsAndPlace = ({ places }: ImageRecord) => places.map(({ displayOrder: _, ...words }) => words)

const undoAdded = undoIn(
  { before: image.nullable(), after: image },
  (_, { image }) => ({ removes: image }),
  async ({ property, before, after: { image }, tx, now }) => {
    const shown = recordOf(property, image)
    if (!isShown(shown)) return NOT_SHOWN
    if (before) await storePlaces(tx, property, image, before.places)
    else await replaceImage(tx, property, shown, { by: null, now })
    return undefined
  },
)

const undoChanged = undoIn(
  { before: image, after: image },
  () => ({}),
  async ({ property, before, after, tx }) => {
    const shown = recordOf(property, after.image)
    if (!isShown(shown)) return NOT_SHOWN
    if (canonical(wordsAndPlace(shown)) !== canonical(wordsAndPlace(after)))
      return refuse('refused', 'The words of this photo were changed again since. Undo the later change first.')
    await storePlaces(
      tx,
      property,
      after.image,
      before.places.map((place) => ({ ...place, displayOrder: shown.at })),
    )
    return undefined
  },
)

const undoRemoved = undoIn(
  { before: image, after: z.unknown() },
  ({ image }) => ({ shows: image }),
  async ({ property, before, tx, now }) => {
    if (isShown(recordOf(property, before.image))) return refuse('refused', 'This photo is back already.')
    await putBack(tx, property, before, now)
    return undefined
  },
)

const undoReplaced = undoIn(
  { before: replaced, after: replaced },
  (earlier) => ({ shows: earlier.image.image, removes: earlier.by }),
  async ({ property, before: { image: earlier, by }, tx, now }) => {
    const shown = recordOf(property, by)
    if (!isShown(shown)) return NOT_SHOWN
    if (isShown(recordOf(property, earlier.image))) return refuse('refused', 'The earlier photo is back already.')
    await replaceImage(tx, property, shown, { by: earlier.image, now })
    return undefined
  },
)

const undoMoved = undoIn(
  { before: moved, after: moved },
  () => ({}),
  async ({ property, before, after, tx, now }) => {
    const known = new Set(after.order)
    const here = new Set(property.order)
    const shown = property.order.filter((path) => known.has(path))
    if (canonical(shown) !== canonical(after.order.filter((path) => here.has(path))))
      return refuse('refused', 'Photos were moved again since. Undo the later move first.')
    const added = property.order.filter((path) => !known.has(path))
    await storeOrder(tx, property, [...before.order.filter((path) => here.has(path)), ...added], now)
    return undefined
  },
)

const undoCategories = undoIn(
  { before: categories, after: categories },
  () => ({}),
  async ({ property, before, after, tx, now }) => {
    const { gallery } = property.presentation
    if (canonical(gallery.groups) !== canonical(after))
      return refuse('refused', 'The categories were changed again since. Undo the later change first.')
    await storePresentation(tx, property.id, { gallery: { ...gallery, groups: before } }, now)
    return undefined
  },
)

function linesOf(record: ImageRecord | null | undefined): Record<string, string> {
  if (!record) return {}
  const { places, label } = record
  return { 'Alt text': places[0]?.altText ?? '', Caption: places[0]?.caption ?? '', Category: label }
}

function factsBetween(before: Record<string, string>, after: Record<string, string>): Fact[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }))
    .filter((fact) => fact.before !== fact.after)
}

const imageFacts = fromRecorded({ before: image.nullish(), after: image.nullish() }, ({ before, after }) =>
  factsBetween(linesOf(before), linesOf(after)),
)

const placeOf = ({ image, order }: z.output<typeof moved>) => order.indexOf(image) + 1
const labelsOf = (groups: Category[]) => ({ Categories: groups.map(({ label }) => label).join(', ') })

/** How History describes changes of photos, and how each is undone. */
export const IMAGE_WORDS = {
  'image.added': { words: 'Photo added', facts: imageFacts, undo: undoAdded },
  'image.changed': { words: 'Words or category of a photo changed', facts: imageFacts, undo: undoChanged },
  'image.removed': { words: 'Photo removed', facts: imageFacts, undo: undoRemoved },
  'image.replaced': { words: 'Photo replaced', facts: () => [], undo: undoReplaced },
  'image.moved': {
    words: fromRecorded({ after: moved }, ({ after }) =>
      placeOf(after) === 1 ? 'Cover photo changed' : 'Photo moved',
    ),
    facts: fromRecorded({ before: moved, after: moved }, ({ before, after }) =>
      factsBetween({ Place: `${placeOf(before)}` }, { Place: `${placeOf(after)}` }),
    ),
    undo: undoMoved,
  },
  'image.categories-changed': {
    words: 'Categories of photos changed',
    facts: fromRecorded({ before: categories, after: categories }, ({ before, after }) =>
      factsBetween(labelsOf(before), labelsOf(after)),
    ),
    undo: undoCategories,
  },
} satisfies Record<string, HistoryWords>
