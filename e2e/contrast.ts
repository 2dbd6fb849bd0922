import type { Page } from '@playwright/test'
import sharp, { type OutputInfo } from 'sharp'

type Color = [red: number, green: number, blue: number]
type Line = { text: string; color: number[]; box: { x: number; y: number; width: number; height: number } }
export type Reading = { text: string; contrast: number }

/**
 * The contrast of each line of text on an image, at the current width and theme. It is the WCAG contrast of its color
 * with the worst pixels behind it, with the text hidden.
 *
 * The worst 1% of a line's box is ignored. A bright speck of snow or a compression artifact smaller than the stem of
 * one letter hides no word. Everything else counts, so a bright peak behind two letters fails the line.
 */
export async function measureTextContrast(page: Page): Promise<Reading[]> {
  const lines = await linesOnImages(page)
  await dress(page, '* { color: transparent !important; transition: none !important }')
  // Compressing all of a long page takes longer than everything else here.
  const height = Math.ceil(Math.max(0, ...lines.map(({ box }) => box.y + box.height)))
  const width = page.viewportSize()?.width ?? 0
  const clip = { x: 0, y: 0, width, height: Math.max(height, 1) }
  const bare = await sharp(await page.screenshot({ fullPage: true, clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  await undress(page)
  return lines.map(({ text, color, box }) => ({ text, contrast: worstContrast(color, pixelsIn(box, bare)) }))
}

/** Loads the images that have text on them, and waits until they are complete. */
function linesOnImages(page: Page): Promise<Line[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    window.scrollTo(0, 0)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const written = new Set<HTMLImageElement>()
    const found: Line[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const parent = node.parentElement
      if (!text || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const color = (getComputedStyle(parent).color.match(/[\d.]+/g) ?? []).map(Number)
      for (const { left, top, right, bottom, width, height } of range.getClientRects()) {
        const under = [...document.images].filter((image) => {
          const box = image.getBoundingClientRect()
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
        // Elements one pixel wide or above the page are for screen readers or the keyboard.
        if (under.length === 0 || width <= 1 || top < 0 || parent.clientWidth === 1) continue
        for (const image of under) written.add(image)
        found.push({ text, color, box: { x: left, y: top, width, height } })
      }
    }
    for (const image of written) image.loading = 'eager'
    // Decoding fails once when a better candidate arrives meanwhile.
    await Promise.all([...written].map((image) => image.decode().catch(() => image.decode())))
    return found
  })
}

function* pixelsIn(box: Line['box'], { data, info }: { data: Buffer; info: OutputInfo }): Generator<Color> {
  const right = Math.min(Math.ceil(box.x + box.width), info.width)
  const bottom = Math.min(Math.ceil(box.y + box.height), info.height)
  for (let y = Math.floor(box.y); y < bottom; y += 1) {
    for (let x = Math.max(Math.floor(box.x), 0); x < right; x += 1) {
      const at = (y * info.width + x) * info.channels
      yield [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    }
  }
}

function worstContrast(color: number[], pixels: Iterable<Color>): number {
  const contrasts = Float64Array.from(pixels, (ground) => contrast(blend(color, ground), ground)).sort()
  return contrasts[Math.floor(contrasts.length / 100)] ?? 0
}

/** Adds styles to the page until `undress`. The site's policy would block a style element. */
export async function dress(page: Page, style: string): Promise<void> {
  await page.evaluate((style) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    document.adoptedStyleSheets.push(sheet)
  }, style)
}

const undress = (page: Page) => page.evaluate(() => void document.adoptedStyleSheets.pop())

function blend([red = 0, green = 0, blue = 0, alpha = 1]: number[], ground: Color): Color {
  const over = (color: number, at: 0 | 1 | 2) => Math.round(color * alpha + ground[at] * (1 - alpha))
  return [over(red, 0), over(green, 1), over(blue, 2)]
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Color, other: Color): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** The linear value of each 8-bit color value. */
const LINEAR = Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
)

function luminance([red, green, blue]: Color): number {
  return 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0)
}
