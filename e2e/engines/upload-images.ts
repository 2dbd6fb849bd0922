import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { slugOf } from '#app/shared/slug.ts'
import { expect } from '../page.ts'
import { createProperty, imageFile, imagesOf } from '../upload-dialog.ts'
import type { Visitor } from './visitor.ts'

/** Stores photos in a folder of their own while they are used. Another `seed` makes another photo. */
export async function inFolder(
  name: string,
  use: (store: (file: string, seed?: number) => Promise<string>) => Promise<void>,
) {
  const folder = await mkdtemp(path.join(tmpdir(), name))
  await use(async (file, seed) => {
    const stored = path.join(folder, file)
    await writeFile(stored, (await imageFile(file, seed)).buffer)
    return stored
  })
  await rm(folder, { recursive: true })
}

/** An operator uploads an image with the dialog of `/test`. */
export const uploadImage = (operator: Visitor) =>
  inFolder('pc-upload-', async (store) => {
    const name = `By ${process.pid} at ${Date.now()}`
    const id = await createProperty(name)
    await operator.open('/test')
    await operator.click('input[type=radio]', name)
    await operator.click('button', 'Upload Property Images')
    await operator.upload('.upload-window input[type=file]', await store('porch.jpg'))
    await operator.click('.upload-window button', 'Upload 1 file')
    await operator.see('button', `Delete image 1 of ${name}`)
    expect(await imagesOf(id)).toHaveLength(1)
  })

/** An operator adds two photos of a home, describes one, makes it the cover, and takes a removal back. */
export const addImages = (operator: Visitor) =>
  inFolder('pc-photos-', async (store) => {
    const name = `Photos ${process.pid} ${Date.now()}`
    const id = await createProperty(name)
    await operator.open(`/admin/homes/${slugOf(name)}/photos`)
    for (const [at, file] of ['porch.jpg', 'kitchen.jpg'].entries()) {
      await operator.upload('.image-files input', await store(file))
      await operator.see('.image-queue > p', `${at + 1} of ${at + 1} photo`)
    }
    await operator.see('button', 'Make cover: photo 2')
    await operator.write('Alt text', 'The porch')
    await operator.press('Enter')
    await operator.see('.image-alt', 'The porch')
    const [first, second] = await imagesOf(id)
    await operator.click('button', 'Make cover: photo 2')
    await operator.see('button', 'Make cover: The porch')
    expect(await imagesOf(id)).toEqual([second, first])
    await operator.click('button', 'Remove The porch')
    await operator.see('.notice', 'Photo removed')
    await operator.click('.notice button', 'Undo')
    await operator.see('.notice', 'Undone:')
    expect(await imagesOf(id)).toEqual([second, first])
  })
