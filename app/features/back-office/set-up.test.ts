import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { emailLogs, properties, site } from '#app/platform/db/schema.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { loadContent } from '#content/load-content.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { getSetUp } from './set-up.server.ts'

const LIVE = { config: readConfig({ SITE_URL: 'https://stay.example' }) }

describeWithDatabase('setting up a live site', (database) => {
  const folder = temporaryFolder()
  const services = () => ({
    ...testServices(database(), LIVE),
    storage: openDiskStorage(path.join(folder, 'objects')),
    demoMarks,
  })
  const left = async () => ((await getSetUp(services())) ?? []).filter(({ isDone }) => !isDone).map(({ step }) => step)

  test('an empty database begins with drafts that guests do not see, and a list of what is left', async () => {
    await loadContent(services(), { demo: false })
    const rows = await database().db.select({ status: properties.status }).from(properties)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['draft']))
    expect(await left()).toEqual(
      expect.arrayContaining(['site', 'legal', 'homes', 'prices', 'payment', 'mail', 'calendars', 'backup', 'booking']),
    )
    const prices = (await getSetUp(services()))?.find(({ step }) => step === 'prices')
    expect(prices).toMatchObject({
      detail: 'Missing for 4 homes',
      path: '/admin/homes/large-luxury/prices#change-nightly',
    })
  })

  test('what the site cannot see is said to be done, and the list can be put away', async () => {
    await makeSite(database().db)
    await postToPage(services(), '/admin/set-up', { intent: 'set-up', step: 'backup' })
    expect(await left()).not.toContain('backup')
    await postToPage(services(), '/admin/set-up', { intent: 'set-up', step: 'all' })
    expect(await getSetUp(services())).toBeNull()
    expect(await database().db.select({ done: site.setupDone }).from(site)).toEqual([{ done: ['backup', 'all'] }])
  })

  test('a test email goes to the address of the site', async () => {
    await makeSite(database().db)
    const answer = await postToPage(services(), '/admin/set-up', { intent: 'test-mail' })
    expect(answer).toMatchObject({ data: { message: expect.stringContaining('hello@powderandcove.example') } })
    await database()
      .db.insert(emailLogs)
      .values({
        ...{ to: 'a@b.example', template: 'set-up-test', subject: 'Test', payload: {}, status: 'sent' },
      })
    expect(await left()).toContain('mail')
  })
})
