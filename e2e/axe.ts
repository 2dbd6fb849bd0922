import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type Visit, type VisitOptions } from './page.ts'

/** The widths at which every page is checked: a phone's and a desktop's. */
export const WIDTHS = [390, 1440]

/** Every accessibility rule but those `without` which the page as it now stands breaks, its frames included. */
export async function findBarriers(page: Page, without: string[] = []): Promise<string[]> {
  // Legacy mode saves a page for the results, but leaves out frames that answer late.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
  const { violations } = await axe.disableRules(without).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`),
  )
}

/** Fails when the page as it now stands breaks any accessibility rule. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page), `accessibility of ${page.url()} at ${page.viewportSize()?.width} px`).toEqual([])
}

/** Opens the page at each width and checks it. `prepare` brings it to the state that is meant, an open menu for one. */
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
