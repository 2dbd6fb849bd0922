import type { Picture } from '#app/features/media/media.ts'
import { pictureAddress } from './picture-address.ts'
import type { Presentation } from './presentation.ts'
import type { UnitImage } from './properties.ts'

type Gallery = Presentation['gallery']
type GalleryGroup = { category: string; label: string; images: UnitImage[] }

/** The gallery's groups that have pictures, in order, each with its pictures; the label stands in for a missing alt text. */
export function galleryGroups({ groups }: Pick<Gallery, 'groups'>, images: readonly UnitImage[]): GalleryGroup[] {
  return groups
    .map(({ category, label }) => ({
      category,
      label,
      images: images
        .filter((image) => image.category === category)
        .map((image) => ({ ...image, altText: image.altText.trim() || label })),
    }))
    .filter((group) => group.images.length > 0)
}

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

export function pictureOf({ gcsPath, altText, width, height, placeholder }: UnitImage): Picture {
  return { src: pictureAddress(gcsPath), alt: altText, width, height, placeholder }
}
