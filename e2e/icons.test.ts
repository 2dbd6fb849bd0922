import { expect, test } from './page.ts'
import { readHtml, tagsOf } from './served-html.ts'
import { siteUrl } from './site-url.ts'

test('every icon that a page names exists, the manifest has the brand, and the browser takes the theme color', async () => {
  const named = tagsOf(await readHtml('/contact'), 'link').filter(({ rel = '' }) => /\bicon|manifest/.test(rel))
  const answers = await Promise.all(named.map(({ href }) => fetch(siteUrl() + href)))
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'image/x-icon'],
    [200, 'image/svg+xml; charset=utf-8'],
    [200, 'image/png'],
    [200, 'application/manifest+json'],
  ])
  expect(await answers[3]?.json()).toMatchObject({ name: 'Powder & Cove', display: 'browser' })
  for (const [path, color] of [
    ['/', '#161830'],
    ['/property/lake-keowee', '#0f2a33'],
  ] as const) {
    const theme = tagsOf(await readHtml(path), 'meta').filter(({ name }) => name === 'theme-color')
    expect(
      theme.map(({ content }) => content),
      path,
    ).toEqual([color])
  }
})

test('in a light and in a dark browser the window in the tab icon contrasts with its background', async ({ visit }) => {
  const page = await visit('/contact')
  for (const [colorScheme, ground] of [
    ['light', [0x16, 0x18, 0x30]],
    ['dark', [0x26, 0x2a, 0x50]],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const colors = await page.evaluate(async () => {
      const icon = new Image(16, 16)
      icon.src = '/favicon.svg'
      document.body.append(icon)
      await icon.decode()
      const paint = Object.assign(document.createElement('canvas'), { width: 16, height: 16 }).getContext('2d')
      paint?.drawImage(icon, 0, 0, 16, 16)
      const at = (x: number, y: number) => [...(paint?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3)
      return { ground: at(1, 8), pane: at(4, 4) }
    })
    expect(colors, colorScheme).toEqual({ ground, pane: [0xff, 0xc9, 0x78] })
  }
})
