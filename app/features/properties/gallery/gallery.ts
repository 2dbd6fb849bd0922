import type { GroupedImage, ImageSource } from '#app/features/media/media.ts'
import type { Presentation } from '../presentation.ts'
import type { PropertyView } from '../properties.ts'
import { imageAddress } from '../properties.ts'
import type { UnitImage } from '../property-answers.ts'

/** How many images the mosaic of a property page shows. */
export const MOSAIC_SIZE = 5

/** How many images stand large between the sections of a property page, unless its record names them. */
const SECTION_IMAGES = 3

/** The group of images that belong to none of the property's groups. */
const REST = 'rest'

type Gallery = Presentation['gallery']
type GalleryGroup = { category: string; label: string; images: UnitImage[] }

const described = (images: UnitImage[], label: string): UnitImage[] =>
  images.map((image) => ({ ...image, altText: image.altText.trim() || label }))

/** The gallery's groups that have images, in order, each with its images. The label replaces a missing alt text. */
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
 * The gallery of a property as guests see it. It has the groups of its units' images, then images that would appear
 * nowhere else. They are in no group and not among the first. A property without units or groups has one group of all images.
 */
export function galleryOf(
  { images: propertyImages, units, presentation: { gallery } }: Pick<PropertyView, 'images' | 'units' | 'presentation'>,
  images: readonly UnitImage[],
): GalleryGroup[] {
  if (units.length === 0) return restOf('Photos', propertyImages.map(unitImageOf))
  const groups = galleryGroups(gallery, images)
  const grouped = new Set(groups.map(({ category }) => category))
  const ungrouped = images.filter(({ category }) => !grouped.has(category))
  if (groups.length === 0 && ungrouped.length === 0) return []
  const inUnits = new Set([...images, ...units.flatMap((unit) => unit.images)].map((image) => imageOf(image).src))
  const unseen = propertyImages.slice(MOSAIC_SIZE).filter(({ src }) => !inUnits.has(src))
  return [
    ...groups,
    ...restOf(groups.length > 0 ? 'More photos' : 'Photos', [...ungrouped, ...unseen.map(unitImageOf)]),
  ]
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

/**
 * All images of a property for the lightbox, with the labels of their groups. First are those that only the mosaic
 * shows, then the gallery.
 */
export function lightboxImages(property: Pick<PropertyView, 'images' | 'units' | 'presentation'>): GroupedImage[] {
  const groups = galleryOf(
    property,
    property.units.flatMap((unit) => unit.images),
  )
  const grouped = groups.flatMap((group) => groupImages(group))
  const inGallery = new Set(grouped.map(({ src }) => src))
  return [...property.images.filter(({ src }) => !inGallery.has(src)), ...grouped]
}

/**
 * Which of these images stand large between the sections, by place. It is those that the record names, as far as they
 * are still there. Else it is the first of each group that is not in the mosaic. Null where there is none.
 */
export function sectionImages(
  { images, presentation: { sectionImages: named } }: Pick<PropertyView, 'images' | 'presentation'>,
  all: readonly GroupedImage[],
): (GroupedImage | null)[] {
  const found = named.map((path) => all.find(({ src }) => src === path) ?? null)
  if (found.some(Boolean) || hasNoSectionImages(named)) return found
  const inMosaic = new Set(images.slice(0, MOSAIC_SIZE).map(({ src }) => src))
  const groups = Map.groupBy(
    all.filter(({ src }) => !inMosaic.has(src)),
    ({ group }) => group,
  )
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, SECTION_IMAGES)
}

/** Whether the operator wants none, which is not the same as having chosen none. */
export const hasNoSectionImages = (named: readonly string[]) => named.length > 0 && named.every((path) => path === '')

/** The images of a gallery's group for the lightbox. */
export function groupImages({ label, images }: GalleryGroup): GroupedImage[] {
  return images.map((image) => ({ ...imageOf(image), group: label }))
}

/** The built-in set, in the form of a unit's images. */
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

export function imageOf({ gcsPath, altText, caption, width, height, placeholder }: UnitImage): ImageSource {
  return { src: imageAddress(gcsPath), alt: altText, width, height, placeholder, ...(caption && { caption }) }
}
