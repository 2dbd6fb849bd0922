import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparePictures } from './compare-pictures.ts'
import { canTakePictures, KEPT, openStudio, SCREENS, SITE_PICTURES } from './site-pictures.ts'

const RESULTS = path.resolve(import.meta.dirname, '../test-results/pictures')
const ALL = SITE_PICTURES.flatMap((picture) => SCREENS.map((screen) => ({ picture, screen })))

if (!canTakePictures) {
  process.stdout.write(
    'The pictures of the site are not compared: the browser that npm installs runs on Linux x64 alone.\n',
  )
}

describe.skipIf(!canTakePictures)('the site looks as in the pictures of it', () => {
  let studio: Awaited<ReturnType<typeof openStudio>>
  beforeAll(async () => {
    studio = await openStudio()
  }, 180_000)
  afterAll(() => studio?.close())

  test.for(ALL)('$picture.name at $screen.width pixels', { timeout: 180_000 }, async ({ picture, screen }) => {
    const name = `${picture.name}-${screen.width}`
    const kept = await readFile(path.join(KEPT, `${name}.jpg`))
    const fresh = await studio.take(picture, screen)
    const { same, said, difference } = await comparePictures(kept, fresh)
    if (same) return
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(path.join(RESULTS, `${name}.jpg`), fresh)
    if (difference) writeFileSync(path.join(RESULTS, `${name}-difference.png`), difference)
    expect.fail(
      `docs/screenshots/${name}.jpg: ${said}. See ${RESULTS}; if it is meant, "npm run screenshots" keeps the new one.`,
    )
  })
})
