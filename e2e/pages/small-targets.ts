import type { Page } from '@playwright/test'

/**
 * The targets that are narrower or lower than this many pixels, also in shadow roots and frames. Links within text are
 * left out, and those whose whole card is pressed.
 */
export const smallTargets = (page: Page, least = 44) =>
  page.evaluate((atLeast) => {
    const inside = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => {
        const inner = one.shadowRoot ?? (one instanceof HTMLIFrameElement ? one.contentDocument : null)
        return inner ? [one, ...inside(inner)] : [one]
      })
    const isInLine = (one: Element) =>
      getComputedStyle(one).display === 'inline' && one.parentElement?.textContent?.trim() !== one.textContent?.trim()
    return inside(document)
      .filter((one) => one.matches('a[href], button, input, select, textarea, summary, [role=gridcell]'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]'))
      .filter((one) => !isInLine(one) && !one.matches('.skip-link, .property-card h3 a, .post-card h2 a'))
      .map((one) => ({ one, box: (one.matches('label input') ? one.closest('label') : one)?.getBoundingClientRect() }))
      .filter(({ box }) => box && box.width > 1 && Math.min(Math.round(box.width), Math.round(box.height)) < atLeast)
      .map(({ one, box }) => `${one.getAttribute('aria-label') ?? one.textContent}: ${box?.width} x ${box?.height}`)
  }, least)
