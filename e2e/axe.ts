import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './page.ts'

/** A phone's and a desktop's. */
export const BOTH_WIDTHS = [390, 1440]

/** The widths at which every page is checked: on a phone, and with `npm test -- --all` on a desktop too. */
export const WIDTHS = process.env.TEST_ALL ? BOTH_WIDTHS : [390]

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All that another theme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs only the rules in `only`, or all but those in `without`. `within` is the selector of the part that is checked. */
type Scope = { only?: string[]; without?: string[]; within?: string }

/** The accessibility violations of the page in its current state, frames included. */
export async function findBarriers(page: Page, { only, without = [], within }: Scope = {}): Promise<string[]> {
  await Promise.all(page.frames().map(addAxe))
  const options = {
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule' as const, values: only } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    // The default leaves out a frame that does not respond within half a second.
    pingWaitTime: 10_000,
  } satisfies axe.RunOptions
  const violations = await page.evaluate(
    async ([part, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      return (await axe.run(part ?? document, options)).violations
    },
    [within, options] as const,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`),
  )
}

/** Frames of other sites answer the page's axe too. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axeSource}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

/**
 * Fails if the page in its current state breaks any accessibility rule. `within` is the part that has changed since
 * the whole page was checked.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const where = `accessibility of ${page.url()} ${within ?? ''} at ${page.viewportSize()?.width} px`
  expect(await findBarriers(page, { within }), where).toEqual([])
}

/** The rules about colors, in the dark theme: nothing else differs there. Leaves the page in the light one. */
export async function expectReadableInDark(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findBarriers(page, { within, only: COLOR_RULES }), `dark colors of ${page.url()}`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  await expectReadableInDark(page, within)
  await expectAccessible(page, within)
}
