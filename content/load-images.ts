import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImageDescription } from '#app/features/media/convert-image.server.ts'
import { storeImage } from '#app/features/media/media.server.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { giveawayContent } from './giveaway.ts'
import images from './images.json' with { type: 'json' }
import { demoProperties } from './properties/properties.ts'
import { propertyImage } from './properties/property.ts'
import { content } from './site.ts'

/**
 * The folder of images that ship with the project. Built code is elsewhere than its source, so search parent folders.
 */
export function mediaFolder(from = import.meta.dirname): string {
  const folder = path.join(from, 'content/media')
  if (existsSync(folder)) return folder
  const above = path.dirname(from)
  if (above === from) throw new Error('the images of content/media are missing')
  return mediaFolder(above)
}

/** Every image address in the records. */
export function imageAddresses(): string[] {
  const { ogImage, home: property } = content
  const { image, seasonal } = property.hero
  const heroes = [image, seasonal].flatMap((hero) => [hero?.path, hero?.phone, hero?.tablet])
  const whyChoose = property.whyChoose.cards.map((card) => card.image.path)
  const brand = [ogImage.path, ...heroes, property.gift?.image.path, ...whyChoose]
  const prize = [giveawayContent.image, ...(giveawayContent.cards ?? []).map((card) => card.image)]
  const own = demoProperties.flatMap((record) =>
    record.units.flatMap((unit) => unit.images.map(({ file }) => propertyImage(file))),
  )
  const standIns = demoProperties.flatMap(
    (record) => record.presentation.gallery?.fallback.map((image) => image.path) ?? [],
  )
  return [...new Set([...brand, ...prize.map((image) => image?.path), ...own, ...standIns])].filter(
    (address) => address !== undefined,
  )
}

type Known = Record<string, ImageDescription & { bytes: number }>

type Stores = { db: Tx; storage: Storage; clock: Clock }

/** Stores the images that ship with the project. */
export async function loadImages(services: Stores): Promise<void> {
  for (const address of imageAddresses()) {
    await storeShippedImage(services, { path: address, file: path.basename(address) })
  }
}

/** Stores an image of `content/media`. Metadata from images.json is reused unless the file length differs. */
export async function storeShippedImage(services: Stores, image: { path: string; file: string }): Promise<void> {
  const bytes = await readFile(path.join(mediaFolder(), image.file))
  const { bytes: length, ...description } = (images as Known)[image.file] ?? {}
  const known = length === bytes.byteLength ? (description as ImageDescription) : undefined
  const stored = await storeImage(services, { path: image.path, bytes, description: known })
  if (!stored.ok) throw new Error(`${image.file} is no image`)
}
