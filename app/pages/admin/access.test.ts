import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { pageRoutes } from '#test/page-routes.ts'

type Handler = (args: never) => Promise<unknown>
const routes = Object.values(await pageRoutes()).flatMap((route) => route ?? [])
const pages = routes.filter(({ id, path }) => id.includes('admin') || path?.startsWith('admin'))

const visitor = () => {
  const context = new RouterContextProvider()
  context.set(operatorAccessContext, { isOperator: async () => false, findOperator: async () => null })
  return context
}

test('every page of the back office, and each of its forms, sends visitors to the sign-in page', async () => {
  expect(pages.map(({ path }) => path)).toContain('admin/bookings/:reference')
  for (const { id, path, module } of pages) {
    const { loader, action } = module as { loader?: Handler; action?: Handler }
    expect(loader, `${id} has no check of its own`).toBeDefined()
    for (const handler of [loader, action]) {
      if (!handler) continue
      const request = new Request(
        `https://stay.example/${path ?? 'admin'}`,
        handler === action ? { method: 'POST' } : {},
      )
      const thrown = await handler({ request, context: visitor(), params: { reference: '7K3-M9Q' } } as never).catch(
        (answer: unknown) => answer,
      )
      expect((thrown as Response).headers.get('location'), id).toMatch(/^\/sign-in\?to=%2Fadmin/)
    }
  }
})

describeWithDatabase('calls of the back office', (database) => {
  test('are refused to visitors', async () => {
    const config = readConfig({ SITE_URL: 'https://stay.example' })
    const answer = await createApi(testServices(database(), { config })).request('/admin/bookings.csv')
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'sign-in-needed' }])
    const photo = await createApi(testServices(database(), { config })).request('/admin/homes/lake/photo', {
      method: 'POST',
    })
    expect(photo.headers.get('location')).toBe('/sign-in?to=%2Fadmin%2Fhomes%2Flake%2Fhost')
  })
})
