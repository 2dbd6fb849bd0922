import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { backups } from '#app/platform/installation.tables.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, NOON, testServices } from '#test/factories.ts'
import { listAllSteps } from './set-up.server.ts'

const ago = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000)

describeWithDatabase('the backup in the back office', (database) => {
  const site = { SITE_URL: 'https://stay.example', SMTP_URL: 'smtp://localhost' }
  const see = async (settings: Record<string, string> = { ...site, BACKUP_TO: '/backups' }) => {
    const services = testServices(database(), { config: readConfig(settings) })
    const step = (await listAllSteps(services)).find((item) => item.step === 'backup')
    const { tasks } = await getToday(services)
    const task = tasks.find(({ path }) => path === '/admin/set-up#backup')
    return { detail: step?.detail, isDone: step?.isDone, task: task && `${task.title}: ${task.detail}` }
  }
  const record = async (values: typeof backups.$inferInsert) => {
    await makeSite(database().db)
    // Today names it once: in the list of open steps, as long as that is shown.
    await database()
      .db.update(siteTable)
      .set({ setupDone: ['all'] })
    await database().db.insert(backups).values(values)
  }

  test('is turned on by whoever runs the server, and no task before', async () => {
    await record({})
    expect(await see(site)).toMatchObject({
      detail: expect.stringContaining('sets BACKUP_TO'),
      isDone: false,
      task: undefined,
    })
    expect(await see({ BACKUP_TO: '/backups' })).toMatchObject({ task: undefined })
  })

  test('is missing until the first is made', async () => {
    await record({})
    expect(await see()).toMatchObject({
      detail: 'The first one is made within an hour.',
      isDone: false,
      task: expect.stringContaining('There is no backup yet'),
    })
  })

  test('has its age, and is a task once it is older than 26 hours', async () => {
    await record({ succeededAt: ago(5), bytes: 16_899_072 })
    expect(await see()).toMatchObject({
      detail: 'The last one is 5 hours old and has 17 MB. Restore one once.',
      isDone: true,
      task: undefined,
    })
    await database()
      .db.update(backups)
      .set({ succeededAt: ago(27) })
    expect(await see()).toMatchObject({
      isDone: false,
      task: expect.stringContaining('The last backup is 27 hours old'),
    })
  })

  test('that lacks images is done, and a task with their number', async () => {
    await record({ succeededAt: ago(5), error: 'The store lacked 2 images.' })
    expect(await see()).toEqual({
      detail: 'The store lacked 2 images.',
      isDone: true,
      task: 'The last backup needs a look: The store lacked 2 images. The last backup is 5 hours old.',
    })
  })

  test('of the future, made under a wrong clock, counts as none', async () => {
    await record({ succeededAt: ago(-24 * 365) })
    expect(await see()).toMatchObject({
      detail: 'The first one is made within an hour.',
      isDone: false,
      task: expect.stringContaining('There is no backup yet'),
    })
    await database()
      .db.update(backups)
      .set({ succeededAt: ago(-0.1) })
    expect(await see()).toMatchObject({ isDone: true, task: undefined })
  })

  test('that failed is a task with its reason, also while the last is young', async () => {
    await record({ succeededAt: ago(5), failedAt: ago(1), error: 'Its disk is full.' })
    expect(await see()).toMatchObject({
      detail: 'The last try failed. Its disk is full.',
      task: 'The last backup failed: Its disk is full. The last backup is 5 hours old.',
    })
  })
})
