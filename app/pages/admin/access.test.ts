import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { requireOperator } from '#app/platform/http/operator-access.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { pageRoutes } from '#test/page-routes.ts'

const routes = Object.values(await pageRoutes()).flatMap((route) => route ?? [])
const shell = routes.find(({ id }) => id === 'shell/admin-shell.tsx')

test('every page of the back office lies in the layout that asks for a sign-in first', () => {
  const pages = routes.filter(({ id, path }) => id.startsWith('pages/admin') || path?.startsWith('admin'))
  expect(pages.map(({ path }) => path)).toContain('admin/bookings/:reference')
  expect(pages.filter(({ parentId }) => parentId !== shell?.id)).toEqual([])
  expect(shell?.module).toMatchObject({ middleware: expect.arrayContaining([requireOperator]) })
})

describeWithDatabase('calls of the back office', (database) => {
  test('are refused to visitors', async () => {
    const config = readConfig({ SITE_URL: 'https://stay.example' })
    const answer = await createApi(testServices(database(), { config })).request('/admin/bookings.csv')
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'sign-in-needed' }])
    const image = await createApi(testServices(database(), { config })).request('/admin/homes/lake/photo', {
      method: 'POST',
    })
    expect(image.headers.get('location')).toBe('/sign-in?to=%2Fadmin%2Fhomes%2Flake%2Fpage')
  })
})
