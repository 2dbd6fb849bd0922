import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type Visit, type VisitOptions } from './page.ts'

/** The widths at which every page is checked: a phone's and a desktop's. */
export const WIDTHS = [390, 1440]

/** The accessibility violations of the page in its current state, frames included, except the rules in `without`. */
export async function findBarriers(page: Page, without: string[] = []): Promise<string[]> {
  // Legacy mode avoids an extra page for the results, but skips frames that respond late.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
  const { violations } = await axe.disableRules(without).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`),
  )
}

/** Fails if the page in its current state breaks any accessibility rule. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page), `accessibility of ${page.url()} at ${page.viewportSize()?.width} px`).toEqual([])
}

/** Opens the page at each width and checks it. `prepare` sets up the state to check, such as an open menu. */
export async function expectAccessibleAtEachWidth(
  visit: Visit,
  path: string,
  { prepare, ...options }: VisitOptions & { prepare?: (page: Page) => Promise<void> } = {},
): Promise<void> {
  for (const width of WIDTHS) {
    const page = await visit(path, { ...options, width })
    await prepare?.(page)
    await expectAccessible(page)
  }
}
