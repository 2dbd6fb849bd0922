import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { NO_GUIDE } from '#app/features/properties/arrival-guide.server.ts'
import { GUIDE_FIELDS } from '#app/features/properties/manage/content-fields.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { site as content } from '#content/site.ts'
import { postedRecord } from '#test/changes/posted-record.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { makeNamedProperty } from '#test/named-property.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { previews } from './previews.ts'

const build = await renderedBuild()

// Development pages have no policy of their own.
beforeEach(() => void vi.stubEnv('DEV', false))
afterEach(() => vi.unstubAllEnvs())

describeWithDatabase('a preview in a frame', (database) => {
  const services = () => testServices(database())
  beforeEach(async () => void (await database().db.insert(site).values(content)))

  test('stands beside the form, and begins as the page is', async () => {
    const { slug } = await makeNamedProperty(database().db, { status: 'draft', title: 'As it is' })
    const shown = (by: Services) => previews(by, build).request(`/admin/homes/${slug}/page/preview`)
    const answer = await shown(services())
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'; sandbox allow-same-origin/)
    const html = await answer.text()
    expect(html).toContain('As it is</h1>')
    expect(html).not.toMatch(/Preview: not saved|<script/)
    const live = { ...services(), config: readConfig({ SITE_URL: 'https://stay.example' }) }
    expect((await shown(live)).status).toBe(401)
  })

  test('shows the arrival guide to a guest who checks in today, codes too, and stores no stay', async () => {
    const { slug } = await makeNamedProperty(database().db)
    const guide = { ...NO_GUIDE, doorCode: '4711#', directions: 'Past the typed mill.' }
    const address = `/admin/homes/${slug}/guide`
    const before = await previews(services(), build).request(`${address}/preview`)
    expect([before.status, await before.text()]).toEqual([200, expect.not.stringContaining('typed mill')])
    const answer = await previews(services(), build).request(`${address}/preview`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'guide', ...postedRecord(GUIDE_FIELDS, guide) }),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/Past the typed mill.*4711#/s)])
    expect(await database().db.$count(bookings)).toBe(0)
  })
})
