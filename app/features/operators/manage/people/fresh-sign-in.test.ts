import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findNotice } from '#app/features/back-office/history.server.ts'
import { undoChanges } from '#app/features/back-office/undo.changes.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { accountChanges } from '#app/features/operators/manage/account/account.changes.server.ts'
import { createOperator, operatorAccess, signIn } from '#app/features/operators/operators.server.ts'
import { accountLinks, users } from '#app/features/operators/operators.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { CONFIRM } from '#app/shared/change-answer.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { peopleChanges } from './people.changes.server.ts'

const PASSWORD = 'ten lit windows'
const MINUTE = 60_000

describeWithDatabase('people whose sign-in is old', (database) => {
  const clock = testClock()
  const config = readConfig({ SITE_URL: 'https://stay.example' })
  const services = () => testServices(database(), { config, clock })
  const wait = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE))

  async function signedIn(username: string): Promise<{ by: Operator }> {
    const place = { address: '203.0.113.7', headers: new Headers() }
    const outcome = await signIn(services(), { username, password: PASSWORD, ...place })
    const cookie = outcome.ok ? (outcome.cookie.split(';')[0] ?? '') : ''
    const by = await operatorAccess(services()).findOperator(new Headers({ cookie }))
    if (!by) throw new Error(`${username} could not sign in`)
    return { by }
  }
  async function makeOwner() {
    clock.set(NOON)
    await makeSite(services().db)
    await createOperator(services(), { username: 'mia', password: PASSWORD })
    return signedIn('mia')
  }
  const post = (by: Operator, intent: keyof typeof peopleChanges, fields: Record<string, string>) => {
    const change = peopleChanges[intent] as (typeof peopleChanges)['role']
    return postChange(change, { services: services(), by }, { key: randomUUID(), ...fields })
  }
  const own = (by: Operator, intent: keyof typeof accountChanges) =>
    postChange(accountChanges[intent] as (typeof accountChanges)['details'], { services: services(), by }, {})
  const idOf = async (username: string) =>
    (await services().db.select().from(users).where(eq(users.username, username)))[0]?.id ?? ''

  test('sign in again, over 15 minutes later, before an invitation counts', async () => {
    const { by } = await makeOwner()
    wait(16)
    const invitation = { email: 'ben@example.com', role: 'manager' }
    expect(await post(by, 'invite', invitation)).toMatchObject({ status: 403, message: 'Please sign in again first.' })
    expect(await services().db.$count(accountLinks)).toBe(0)
    expect(await post((await signedIn('mia')).by, 'invite', invitation)).toMatchObject({ ok: true })
  })

  test('change nothing of their account, nor of others, before they have signed in again', async () => {
    const { by } = await makeOwner()
    wait(16)
    const refused = { status: 403, message: 'Please sign in again first.' }
    for (const intent of Object.keys(accountChanges) as (keyof typeof accountChanges)[]) {
      expect(await own(by, intent), intent).toMatchObject(refused)
    }
    // Whoever is not invited after all gains nothing.
    const opening = Object.keys(peopleChanges).filter((intent) => intent !== 'withdraw')
    for (const intent of opening) {
      expect(await post(by, intent as keyof typeof peopleChanges, {}), intent).toMatchObject(refused)
    }
  })

  test('are made owners again by undoing a demotion only after a new sign-in, whatever the form says', async () => {
    const { by } = await makeOwner()
    await createOperator(services(), { username: 'ben', password: PASSWORD })
    const id = await idOf('ben')
    const made = await post(by, 'role', { id, role: 'manager' })
    const change = { id: (made.ok && made.id) || '' }
    const undo = (who: Operator, fields = {}) =>
      postChange(undoChanges.undo, { services: services(), by: who }, { ...change, ...fields })
    const roleNow = async () => (await services().db.select().from(users).where(eq(users.id, id)))[0]?.role
    expect(await findNotice(services(), { ...change, by })).toMatchObject({ canUndo: true, confirms: true })
    wait(16)
    const refused = { status: 403, message: 'Please sign in again first.' }
    expect(await undo(by)).toMatchObject(refused)
    expect(await undo(by, { confirmed: 'yes', [CONFIRM]: 'yes' })).toMatchObject(refused)
    expect(await undoChange(services(), { ...change, by })).toMatchObject(refused)
    expect(await roleNow()).toBe('manager')
    expect(await undo((await signedIn('mia')).by)).toMatchObject({ ok: true })
    expect(await roleNow()).toBe('owner')
  })
})
