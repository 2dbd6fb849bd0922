import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { litColor } from '#app/features/site/accent.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { siteIcons } from './site-icons.ts'

const ACCENT = '#2f6f62'
const ICONS = {
  '/favicon.ico': 32,
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
  '/icon-maskable-512.png': 512,
}

describe('the icons of a site', () => {
  const database = useDatabase()
  const open = async (accent?: string) => {
    const row = { brand: 'Hut & Harbour', email: 'hello@hut.example', content: { ...content, accent } }
    await database().db.insert(site).values(row)
    return siteIcons(testServices(database()))
  }

  test('have its color', async () => {
    const icons = await open(ACCENT)
    const lit = litColor(ACCENT) ?? ''
    const svg = await icons.request('/favicon.svg')
    expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(await svg.text()).toContain(`fill="${lit}"`)
    for (const [path, width] of Object.entries(ICONS)) {
      const image = sharp(Buffer.from(await (await icons.request(path)).arrayBuffer()))
      const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([path, info.width, info.height]).toEqual([path, width, width])
      // In the middle of the upper left pane.
      const at = Math.round(width * 0.4) * (width + 1) * 3
      expect(`#${data.subarray(at, at + 3).toString('hex')}`, path).toBe(lit)
    }
  })

  test('are the files of the product without one', async () => {
    const icons = await open()
    for (const path of ['/favicon.svg', ...Object.keys(ICONS)]) {
      expect((await icons.request(path)).status, path).toBe(404)
    }
  })
})
