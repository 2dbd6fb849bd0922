import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { askForNewPassword, getAccountLink, setNewPassword } from './by-link.server.ts'
import { accountChanges } from './manage/account/account.changes.server.ts'
import { peopleChanges } from './manage/people/people.changes.server.ts'
import { changePassword, createOperator, operatorAccess, signIn } from './operators.server.ts'
import { accountLinks, users } from './operators.tables.server.ts'

const PASSWORD = 'ten lit windows'
const OTHER = 'eleven lit windows'
const ADDRESS = '203.0.113.7'

describeWithDatabase('links to a new password', (database) => {
  const clock = testClock()
  const config = readConfig({ SITE_URL: 'https://stay.example' })
  const services = () => testServices(database(), { config, clock })

  async function withOperators() {
    clock.set(NOON)
    await makeSite(services().db)
    for (const username of ['mia', 'ben']) await createOperator(services(), { username, password: PASSWORD })
    await services().db.update(users).set({ email: 'mia@example.com' }).where(eq(users.username, 'mia'))
    await services().db.update(users).set({ email: 'ben@example.com' }).where(eq(users.username, 'ben'))
  }
  const sent = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return { services: services(), form, address: ADDRESS }
  }
  async function links(name: string, number: number): Promise<string[]> {
    for (let asked = 0; asked < number; asked += 1) await askForNewPassword(sent({ name }))
    const html = (await queuedMail(database())).map((mail) => mail.html).join()
    return [...new Set([...html.matchAll(/new-password\/([\w-]{43})/g)].map(([, token = '']) => token))].slice(-number)
  }
  const use = (token: string, password: string) =>
    setNewPassword(sent({ password, again: password }), { token, headers: new Headers() })
  const works = async (token: string) => (await getAccountLink(services(), token)) !== null
  async function operator(username: string) {
    const place = { address: ADDRESS, headers: new Headers() }
    const outcome = await signIn(services(), { username, password: PASSWORD, ...place })
    const cookie = outcome.ok ? (outcome.cookie.split(';')[0] ?? '') : ''
    const by = await operatorAccess(services()).findOperator(new Headers({ cookie }))
    if (!by) throw new Error(`${username} could not sign in`)
    return { services: services(), by }
  }

  testOnBoth('of several, one works, also when two are used at once; those of others go on', async () => {
    await withOperators()
    const [ofBen = ''] = await links('ben', 1)
    const [first = '', second = '', third = ''] = await links('mia', 3)
    const outcomes = await Promise.all([use(first, OTHER), use(second, OTHER)])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await use(third, 'twelve lit windows')).toMatchObject({ ok: false, status: 410 })
    expect([await works(third), await works(ofBen)]).toEqual([false, true])
  })

  const CHANGES: Record<string, () => Promise<unknown>> = {
    'a change of the password': async () =>
      postChange(accountChanges.password, await operator('mia'), { current: PASSWORD, password: OTHER, again: OTHER }),
    'a change of the address': async () => {
      const details = { username: 'mia', email: 'mia@new.example', current: PASSWORD }
      return postChange(accountChanges.details, await operator('mia'), details)
    },
    'a password set by a command': () => changePassword(services(), { username: 'mia', password: OTHER }),
    'a suspension': async () => {
      const [mia] = await services().db.select().from(users).where(eq(users.username, 'mia'))
      return postChange(peopleChanges.suspend, await operator('ben'), { id: mia?.id ?? '' })
    },
  }

  test.each(Object.entries(CHANGES))('end with %s', async (_, change) => {
    await withOperators()
    const [ofBen = ''] = await links('ben', 1)
    const [link = ''] = await links('mia', 1)
    expect(await works(link)).toBe(true)
    expect(await change()).toMatchObject({ ok: true })
    expect(await use(link, 'twelve lit windows')).toMatchObject({ ok: false, status: 410 })
    expect(await works(ofBen)).toBe(true)
  })

  testOnBoth('go to the new address while the old one is being changed', async () => {
    await withOperators()
    const change = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const changed = services().db.transaction(async (tx) => {
      await tx.update(users).set({ email: 'mia@new.example' }).where(eq(users.username, 'mia'))
      begun.resolve()
      await change.promise
    })
    await begun.promise
    const asked = askForNewPassword(sent({ name: 'mia' }))
    // Whoever does not wait for the change has answered by then.
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 500))])
    change.resolve()
    await Promise.all([changed, asked])
    expect((await services().db.select().from(accountLinks)).map(({ email }) => email)).toEqual(['mia@new.example'])
  })
})
