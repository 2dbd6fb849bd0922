import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './page.ts'
import { siteUrl } from './site-url.ts'

type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** A real JPEG; a different `seed` gives a different image. */
export async function imageFile(name: string, seed = name.length): Promise<Chosen> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 29) % 256 }
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

export function imageFiles(count: number, prefix = 'photo'): Promise<Chosen[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => imageFile(`${prefix}-${index + 1}.jpg`, index + 1)))
}

/** Creates a property through the API, so that each test has its own. */
export async function createProperty(name: string): Promise<string> {
  const answer = await fetch(`${siteUrl()}/api/properties`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'A home for a test', location: 'Hayden, CO' }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

export async function imagesOf(id: string): Promise<string[]> {
  const list = (await (await fetch(`${siteUrl()}/api/properties`)).json()) as {
    id: string
    images: string[]
  }[]
  return list.find((property) => property.id === id)?.images ?? []
}

/** The property in the list; after a test retry, the newer of the two. */
export function choiceOf(page: Page, name: string): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${name}`) }).last()
}

/** Chooses the property and opens its upload dialog. */
export async function openWindow(page: Page, name: string): Promise<Locator> {
  await choiceOf(page, name).check()
  await page.getByRole('button', { name: 'Upload Property Images' }).click()
  const dialog = page.getByRole('dialog', { name: `Upload images of ${name}` })
  await dialog.waitFor()
  return dialog
}

/** Chooses files through the browser's file chooser, as a person does. */
export async function choose(page: Page, dialog: Locator, files: Chosen[]) {
  const more = dialog.getByRole('button', { name: 'Add more files' })
  if (await more.isVisible()) await more.click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('tab', { name: 'My Device' }).first().click()
  await (await chooser).setFiles(files)
}

/** The dialog's current message. */
export function messages(dialog: Locator): Promise<string[]> {
  return dialog
    .locator('.uppy-Informer')
    .first()
    .getByRole('alert')
    .allTextContents()
    .then((texts) => texts.map((text) => text.trim()))
}
