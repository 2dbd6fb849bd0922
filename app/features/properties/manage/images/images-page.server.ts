import { eq } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import {
  galleryOf,
  imageOf,
  lightboxImages,
  MOSAIC_SIZE,
  sectionImages,
} from '#app/features/properties/gallery/gallery.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { imageAddress } from '#app/features/properties/properties.ts'
import { selectUnitImages } from '#app/features/properties/unit-images.server.ts'
import { FEWEST_IMAGES } from '#app/features/properties/vacation-rental.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getImageRecords, type PropertyImages } from './image-records.server.ts'
import { detailsOf, type Image, type ImagesPage } from './images.ts'

/** The page about a home’s photos; null if there is no such home. */
export async function getImagesPage(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  slug: string,
): Promise<ImagesPage | null> {
  const property = await getImageRecords(services, eq(properties.slug, slug))
  if (!property) return null
  const { name, published, units, order } = property
  const { groups } = property.presentation.gallery
  const stored = await findImages(services, order)
  const whereOf = await guestsView(services, property, stored)
  const images = order.map((id): Image => {
    const details = detailsOf(property.places.get(id))
    const image = stored.get(id)
    const altText = property.places.has(id) ? details.altText : (image?.alt ?? '')
    const isUpload = id.startsWith('/objects/')
    return {
      id,
      ...details,
      altText,
      version: versionOf(details),
      src: imageAddress(id),
      width: image?.width ?? 0,
      height: image?.height ?? 0,
      isGone: isUpload && !image,
      needs: [
        ...(altText.trim() === '' ? (['alt text'] as const) : []),
        ...(groups.some(({ category }) => category === details.category) ? [] : (['category'] as const)),
      ],
      where: whereOf(id),
    }
  })
  return {
    fewestListed: FEWEST_IMAGES,
    slug,
    name,
    published,
    images,
    units: units.map((unit) => ({ id: unit.id, name: unit.name })),
    categories: groups.map(({ category, label }) => {
      return { category, label, count: images.filter((image) => image.category === category).length }
    }),
    categoriesVersion: versionOf(groups),
  }
}

/** The places where guests see a photo, by the rules of their page. */
async function guestsView(
  services: Pick<Services, 'db'>,
  { order, units, presentation }: PropertyImages,
  stored: Map<string, ImageSource>,
): Promise<(id: string) => string[]> {
  const rows = await selectUnitImages(
    services,
    units.map(({ id }) => id),
  )
  const images = order.flatMap((id) => stored.get(id) ?? [])
  const shownUnits = units.map(({ id, name }) => ({ id, name, images: rows.filter(({ unitId }) => unitId === id) }))
  const shown = { images, presentation, units: shownUnits }
  const groups = galleryOf(shown, rows)
  const labels = new Map(groups.flatMap(({ label, images: own }) => own.map((image) => [imageOf(image).src, label])))
  const large = new Set(sectionImages(shown, lightboxImages(shown)).map((image) => image?.src))
  const head = images.slice(0, MOSAIC_SIZE).map(({ src }) => src)
  return (id) => {
    const src = imageAddress(id)
    const label = labels.get(src)
    return [
      ...(head.includes(src) ? ['Top of the page'] : []),
      ...(large.has(src) ? ['Large between sections'] : []),
      ...(label ? [`Gallery: ${label}`] : []),
    ]
  }
}
