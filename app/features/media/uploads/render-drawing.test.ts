import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { renderDrawing } from './render-drawing.server.ts'

const base = temporaryFolder()

async function render(text: string) {
  const file = path.join(base, randomUUID())
  await writeFile(file, text)
  return renderDrawing(file)
}
const svg = (content: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">${content}</svg>`
const GREEN = '<rect width="40" height="20" fill="#00ff00"/>'

async function pixelOf(text: string) {
  const made = await render(text)
  if (!made?.ok) throw new Error('it was not drawn')
  const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
  return {
    size: [info.width, info.height],
    middle: [...data.subarray(0, 3)],
    format: (await sharp(made.bytes).metadata()).format,
  }
}

test('a drawing becomes a PNG, large enough for a logo', async () => {
  const drawn = { size: [1200, 600], middle: [0, 255, 0], format: 'png' }
  expect(await pixelOf(svg(GREEN))).toEqual(drawn)
  expect(await pixelOf(svg(GREEN, '<?xml version="1.0"?>\n<!-- by hand -->\n'))).toEqual(drawn)
})

test('a script in it does nothing, and no other file is drawn', async () => {
  await writeFile(
    path.join(base, 'red.png'),
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  )
  const outside = ['red.png', `${base}/red.png`, `file://${base}/red.png`].map(
    (href) => `<image href="${href}" width="40" height="20"/>`,
  )
  expect(await pixelOf(svg(`${GREEN}<script>alert(1)</script>${outside.join('')}`))).toMatchObject({
    middle: [0, 255, 0],
  })
})

test('what is no drawing is left to others; entities and broken drawings are refused', async () => {
  expect(await render('<html><svg></svg></html>')).toBeNull()
  expect(await render('GIF89a')).toBeNull()
  expect(await render(svg(GREEN, '<!DOCTYPE svg [<!ENTITY a "aaaa">]>'))).toMatchObject({ reason: 'not-only-an-image' })
  expect(await render(svg(`${GREEN}<!ENTITY a "aaaa">`))).toMatchObject({ reason: 'not-only-an-image' })
  expect(await render('<svg xmlns="http://www.w3.org/2000/svg"><g>')).toMatchObject({ reason: 'broken-image' })
})
