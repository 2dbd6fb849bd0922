import path from 'node:path'
import { expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { loadContent } from '#content/load-content.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeProperty, makeSite, testServices } from '#test/factories.ts'
import { makePublishable } from '#test/publishable-property.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { listRemains } from './demo-remains.server.ts'
import { getNextStep } from './next-step.server.ts'
import { getSetUp } from './set-up.server.ts'

const LIVE = { config: readConfig({ SITE_URL: 'https://stay.example' }) }

describeWithDatabase('setting up a live site', (database) => {
  const folder = temporaryFolder()
  const services = () => ({
    ...testServices(database(), LIVE),
    storage: openDiskStorage(path.join(folder, 'objects')),
    demoMarks,
  })
  const withMail = () => ({
    ...services(),
    config: readConfig({ SITE_URL: 'https://stay.example', SMTP_URL: 'smtp://mail.example:25' }),
  })
  const setUp = async () => getSetUp(services(), await listRemains(services()))
  const left = async () => ((await setUp()) ?? []).filter(({ isDone }) => !isDone).map(({ step }) => step)

  test('an empty database begins with drafts that guests do not see, and a list of what is left', async () => {
    await loadContent(services(), { demo: false })
    const rows = await database().db.select({ status: properties.status }).from(properties)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['draft']))
    expect(await left()).toEqual([
      ...['site', 'properties', 'page', 'prices', 'taxes', 'policy', 'payment', 'legal'],
      ...['publish', 'mail', 'calendars', 'backup', 'booking'],
    ])
    const items = (await setUp()) ?? []
    expect(items.find(({ step }) => step === 'properties')).toMatchObject({ path: '/admin/homes#samples' })
    expect(items.find(({ step }) => step === 'prices')).toMatchObject({
      detail: 'Missing for 4 homes',
      path: '/admin/homes/large-luxury/prices#change-nightly',
    })
    // Nobody can send an email before the server is told how.
    expect(items.find(({ step }) => step === 'mail')).toMatchObject({ path: null })
  })

  test('one press removes the sample homes with the texts about them; a home from nothing is then led to its forms', async () => {
    await loadContent(services(), { demo: false })
    await postToPage(services(), '/admin/homes', { intent: 'remove-samples' })
    expect(await database().db.$count(properties)).toBe(0)
    expect((await listRemains(services())).map(({ kind }) => kind)).toEqual([
      'brand',
      'email',
      'legal',
      'legal',
      'social',
    ])
    const next = async (pathname: string) => (await getNextStep(services(), pathname))?.path
    expect(await next('/admin/site')).toBe('/admin/site#change-site')
    await makeProperty(database().db, { slug: 'ridge', status: 'draft', address: 'Oak Creek' })
    expect(await next('/admin/homes/ridge/page')).toBe('/admin/homes/ridge/photos')
    expect(await next('/admin/bookings')).toBeUndefined()
    // Samples that stayed are not what is left once there is a home of the operator's own.
    expect((await setUp())?.find(({ step }) => step === 'images')).toMatchObject({ detail: 'Missing for 1 home' })
  })

  test('after a draft has all that it must have, the next step is what is left of the site, then its publishing', async () => {
    const { db } = database()
    await makeSite(db)
    const id = await makePricedProperty(db, { slug: 'cabin', status: 'draft' })
    await makePublishable(db, id)
    const next = () => getNextStep(services(), '/admin/homes/cabin/prices')
    expect(await next()).toMatchObject({ title: 'The site' })
    await db.update(site).set({ brand: 'Lit Windows', email: 'hello@stay.test', paymentText: 'By check.' })
    expect(await next()).toEqual({ title: 'Publish', path: '/admin/homes/cabin#change-status' })
    await db.update(properties).set({ status: 'published' })
    expect(await getNextStep(withMail(), '/admin/site')).toEqual({ title: 'Email', path: '/admin/set-up#step-mail' })
    await db.update(properties).set({ status: 'draft' })
    await db.update(site).set({ setupDone: ['all'] })
    expect(await next()).toEqual({ title: 'Publish', path: '/admin/homes/cabin#change-status' })
  })

  test('what the site cannot see is said to be done, and the list can be put away', async () => {
    await makeSite(database().db)
    await postToPage(services(), '/admin/set-up', { intent: 'set-up', step: 'backup' })
    expect(await left()).not.toContain('backup')
    await postToPage(services(), '/admin/set-up', { intent: 'set-up', step: 'all' })
    expect(await setUp()).toBeNull()
    expect(await database().db.select({ done: site.setupDone }).from(site)).toEqual([{ done: ['backup', 'all'] }])
  })

  test('a test email goes to the address of the site', async () => {
    await makeSite(database().db)
    const answer = await postToPage(services(), '/admin/set-up', { intent: 'test-mail' })
    expect(answer).toMatchObject({ data: { message: expect.stringContaining('hello@powderandcove.example') } })
    await database().db.insert(emailLogs).values({
      to: 'a@b.example',
      template: 'set-up-test',
      subject: 'Test',
      payload: {},
      status: 'sent',
    })
    expect(await left()).toContain('mail')
  })
})
