import type { ImageSource } from '#app/features/media/media.ts'
import type { Presentation } from './presentation.ts'
import type { PropertyView, UnitImage } from './properties.ts'
import { imageAddress } from './properties.ts'

/** How many pictures the head of a home's page shows. */
export const MOSAIC_SIZE = 5

/** The group of images that belong to no group of the home. */
const REST = 'rest'

type Gallery = Presentation['gallery']
type GalleryGroup = { category: string; label: string; images: UnitImage[] }

const described = (images: UnitImage[], label: string): UnitImage[] =>
  images.map((image) => ({ ...image, altText: image.altText.trim() || label }))

/** The gallery's groups that have pictures, in order, each with its pictures; the label stands in for a missing alt text. */
export function galleryGroups({ groups }: Pick<Gallery, 'groups'>, images: readonly UnitImage[]): GalleryGroup[] {
  return groups
    .map(({ category, label }) => ({
      category,
      label,
      images: described(
        images.filter((image) => image.category === category),
        label,
      ),
    }))
    .filter((group) => group.images.length > 0)
}

/**
 * The gallery of a home as guests see it: the groups of its units' images, and after them those that would be seen nowhere,
 * because they are in no group and not among the first. A home without units has one group of all.
 */
export function galleryOf(
  { pictures, units, presentation: { gallery } }: Pick<PropertyView, 'pictures' | 'units' | 'presentation'>,
  images: readonly UnitImage[],
): GalleryGroup[] {
  if (units.length === 0) return restOf('Pictures', pictures.map(unitImageOf))
  const groups = galleryGroups(gallery, images)
  if (groups.length === 0) return []
  const grouped = new Set(groups.map(({ category }) => category))
  const inUnits = new Set([...images, ...units.flatMap((unit) => unit.images)].map((image) => imageOf(image).src))
  const unseen = pictures.slice(MOSAIC_SIZE).filter(({ src }) => !inUnits.has(src))
  const ungrouped = images.filter(({ category }) => !grouped.has(category))
  return [...groups, ...restOf('More pictures', [...ungrouped, ...unseen.map(unitImageOf)])]
}

const restOf = (label: string, images: UnitImage[]): GalleryGroup[] =>
  images.length > 0 ? [{ category: REST, label, images: described(images, label) }] : []

const unitImageOf = ({ src, alt, width, height }: ImageSource): UnitImage => ({
  category: REST,
  gcsPath: src,
  altText: alt,
  width,
  height,
  placeholder: null,
})

/** The built-in set, as if a unit had it. */
export function builtInImages({ fallback }: Pick<Gallery, 'fallback'>): UnitImage[] {
  return fallback.map(({ path, alt, category }) => ({
    category,
    gcsPath: path,
    altText: alt,
    width: 1600,
    height: 1066,
    placeholder: null,
  }))
}

export function imageOf({ gcsPath, altText, width, height, placeholder }: UnitImage): ImageSource {
  return { src: imageAddress(gcsPath), alt: altText, width, height, placeholder }
}
