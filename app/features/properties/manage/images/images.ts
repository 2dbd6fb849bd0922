import { uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'

/** A group of the gallery: guests read its label. */
export type Category = { category: string; label: string }

export const CATEGORY_FIELDS: RecordFields<Pick<Category, 'label'>> = {
  label: { kind: 'line', label: 'Name', max: 60, missing: 'Please enter a name of up to 60 characters' },
}

/** Photos narrower than this look soft on a large screen, in pixels. */
export const LEAST_WIDTH = 1600

/** The choice of a category that is typed. */
export const NEW_CATEGORY = '+'

/** Usual categories, offered beside a home's own ones. */
export const SUGGESTED = ['Outside', 'Living areas', 'Kitchen', 'Bedrooms', 'Bathrooms', 'Amenities', 'Surroundings']

/** The fields of the form of a photo. */
export type ImageDetails = { unitId: string; category: string; altText: string; caption: string }

export function detailsOf(places: readonly ImageDetails[] = []): ImageDetails {
  const { unitId = '', category = '', altText = '', caption = '' } = places[0] ?? {}
  return { unitId, category, altText, caption }
}

/** A photo of a home as its page in the back office shows it. */
export type Image = ImageDetails & {
  /** Its address, which names it. */
  id: string
  src: string
  width: number
  height: number
  version: string
  /** Not in the storage anymore: guests don’t see it. */
  isGone: boolean
  /** The text for guests in place of its category; empty if it has one. */
  needs: ('alt text' | 'category')[]
  /** The places where guests see it, beside its category. */
  where: string[]
}

export type ImagesPage = {
  slug: string
  name: string
  published: boolean
  images: Image[]
  /** From so many photos on Google lists a vacation rental. */
  fewestListed: number
  units: { id: string; name: string }[]
  categories: (Category & { count: number })[]
  categoriesVersion: string
}

/** The message of uploads while the database is unavailable. */
export const AWAY = 'The database isn’t answering. Nothing was added. Please try again in a moment.'

/** Why a photo was not taken, by the code in the address of the page. */
export function refusalWords(code: string | null): string | null {
  if (code === null) return null
  if (code === 'unavailable') return AWAY
  return uploadWords(code) ?? 'The photo wasn’t added: somebody changed the home meanwhile. Please try again.'
}
