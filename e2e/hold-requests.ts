import type { Page, Route } from '@playwright/test'

type Options = { method?: string; finish?: (route: Route) => Promise<void> }

/** Holds the requests to an address until the test calls what this returns; they then reach the server, or `finish`. */
export async function holdRequests(page: Page, address: string, { method, finish }: Options = {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await promise
    await (finish ? finish(route) : route.continue())
  })
  return resolve
}
