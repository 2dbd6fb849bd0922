import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { closeLightbox, galleryImages, lightboxOf, openGroup } from '../lightbox.ts'
import { expect, test } from '../page.ts'
import { untilPainted, untilStill } from '../painting.ts'
import { siteUrl } from '../site-url.ts'

/** The longest allowed animation, in milliseconds: `--duration-slow`, which only a hovered image uses. */
const LONGEST = 600

type Moved = { longest: number; parts: string[] }

/** Records all animations from now on, frame by frame. With `hold`, a page transition never ends. */
async function watchMotion(page: Page, { hold = false } = {}): Promise<() => Promise<Moved>> {
  await page.evaluate((hold) => {
    const moved: Moved = { longest: 0, parts: [] }
    Object.assign(window, { moved })
    const look = () => {
      for (const animation of document.getAnimations()) {
        const effect = animation.effect as KeyframeEffect
        const part = effect.pseudoElement ?? (effect.target as Element).className
        const length = Number(effect.getComputedTiming().endTime)
        if (length > 0 && !moved.parts.includes(part)) moved.parts.push(part)
        moved.longest = Math.max(moved.longest, length)
        if (hold && part.startsWith('::view-transition')) animation.pause()
      }
      requestAnimationFrame(look)
    }
    look()
  }, hold)
  return () => page.evaluate(() => (window as unknown as { moved: Moved }).moved)
}

/**
 * The group above closes; the pressed heading stays under the pointer. Its place is read as the press arrives: until
 * then images and the booking frame may still load above it.
 */
async function openKitchen(page: Page) {
  const heading = page.locator('#gallery summary').filter({ hasText: 'Kitchen' })
  await heading.evaluate((summary) => {
    const note = () => summary.setAttribute('data-pressed-at', `${summary.getBoundingClientRect().top}`)
    summary.addEventListener('click', note, { capture: true, once: true })
  })
  await openGroup(page, 'Kitchen')
  await galleryImages(page).first().waitFor()
  await untilPainted(page)
  const moved = await heading.evaluate(
    (summary) => summary.getBoundingClientRect().top - Number(summary.getAttribute('data-pressed-at')),
  )
  expect(Math.round(Math.abs(moved))).toBe(0)
}

async function walk(page: Page) {
  await page.getByRole('link', { name: 'Large Luxury', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Large Luxury' }).waitFor()
  // As the transition ends, the page begins at its top.
  await untilPainted(page)
  await untilStill(page)
  await openKitchen(page)
  await galleryImages(page).first().click()
  await lightboxOf(page).getByRole('button', { name: 'Next photo' }).click()
  await closeLightbox(page)
}

test('reduced motion turns off all animation; otherwise the pressed image grows into the page, groups open smoothly, and every animation is short', async ({
  visit,
}) => {
  const page = await visit('/')
  await untilHydrated(page)
  const reduced = await watchMotion(page)
  await walk(page)
  expect(await reduced()).toEqual({ longest: 0, parts: [] })

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(siteUrl())
  await untilHydrated(page)
  const moved = await watchMotion(page)
  await walk(page)
  const { longest, parts } = await moved()
  expect(parts).toEqual(
    expect.arrayContaining([
      '::view-transition-group(property-image)',
      '::view-transition-old(root)',
      'accordion-body',
      'lightbox on-night',
      'lightbox-figure',
    ]),
  )
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThanOrEqual(LONGEST)
})

test('no press waits for a page transition, even one that never ends', async ({ visit }) => {
  const page = await visit('/contact')
  await untilHydrated(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const held = await watchMotion(page, { hold: true })
  const links = page.getByRole('banner').getByRole('link')
  await links.getByText('Host with Us').click()
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
  await expect.poll(async () => (await held()).parts).toContain('::view-transition-old(root)')
  const name = page.locator('input[name=name]')
  await name.click()
  await expect(name).toBeFocused()
  await links.getByText('Contact').click()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
})
