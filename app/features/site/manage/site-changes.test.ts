import { expect, test } from 'vitest'
import { runChange } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { undoIn } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, testServices } from '#test/factories.ts'
import { siteChanges, siteSettings } from './site.changes.server.ts'

const mia = { ...UNNAMED, name: 'mia' }

describeWithDatabase('the settings of the site', (database) => {
  const services = () => testServices(database())
  function post(fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return runChange(siteSettings.change, { services: services(), form, by: mia })
  }
  const typed = {
    brand: 'Lit Windows',
    email: ' hello@stay.example ',
    socialName: 'Instagram',
    socialUrl: 'https://instagram.com/stay',
  }

  test('are stored, refused if somebody changed them meanwhile, and undone', async () => {
    await makeSite(database().db)
    const { settings, version } = await siteSettings.get(database().db)
    expect(await post({ ...typed, version })).toMatchObject({ ok: true })
    expect((await siteSettings.get(database().db)).settings).toEqual({
      brand: 'Lit Windows',
      email: 'hello@stay.example',
      postalAddress: null,
      socialName: 'Instagram',
      socialUrl: 'https://instagram.com/stay',
    })
    expect(await post({ ...typed, email: 'other@stay.example', version })).toMatchObject({
      status: 409,
      message: expect.stringContaining('mia changed this while you were typing'),
    })
    const [change] = await database().db.select().from(audit)
    const undo = undoIn(historyOf([siteChanges])['site.settings-changed'])
    if (!change) throw new Error('the change was not recorded')
    expect(await database().db.transaction((tx) => undo(tx, services(), change, mia))).toBeUndefined()
    expect((await siteSettings.get(database().db)).settings).toEqual(settings)
    expect(await database().db.transaction((tx) => undo(tx, services(), change, mia))).toMatchObject({
      ok: false,
    })
  })

  test('need a name, an email address, and a whole address for the link', async () => {
    await makeSite(database().db)
    expect(
      await post({ brand: '', email: 'hello', socialName: 'Instagram', socialUrl: 'javascript:alert(1)' }),
    ).toMatchObject({
      status: 400,
      fields: {
        brand: 'Please enter the name',
        email: 'Please enter a valid email address',
        socialUrl: 'Please paste the whole address. It begins with https://',
      },
    })
  })
})
