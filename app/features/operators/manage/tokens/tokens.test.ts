import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiAccess } from '#app/features/operators/api-tokens.server.ts'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { tokenChanges } from './token.changes.server.ts'

describeWithDatabase('a token of the API', (database) => {
  const clock = testClock()
  const config = readConfig({ SITE_URL: 'https://stay.example' })
  const services = () => testServices(database(), { config, clock })
  const form = () => ({ name: 'Locks', scopes: ['stays:read'], days: '90', key: randomUUID() })
  const press = async (fields: ReturnType<typeof form>) => {
    const answer = await postChange(tokenChanges['add-token'], { services: services(), by: UNNAMED }, fields)
    return answer as { ok: boolean; shown?: string; status?: number }
  }
  const works = async (token: string | undefined) =>
    (await apiAccess(services()).findOperator(new Headers({ authorization: `Bearer ${token}` }))) !== null

  testOnBoth('is made once by two presses: each press is answered with a token, and one of them works', async () => {
    clock.set(NOON)
    const once = form()
    const shown = (await Promise.all([press(once), press(once)])).map((answer) => answer.shown)
    const states = await Promise.all(shown.map(works))
    expect(states.toSorted()).toEqual([false, true])
    const again = await press(once)
    expect([await works(again.shown), ...(await Promise.all(shown.map(works)))], 'what is shown last').toEqual([
      ...[true, false, false],
    ])
    expect(await database().db.select().from(apiTokens)).toMatchObject([{ name: 'Locks', scopes: ['stays:read'] }])
    expect(await database().db.$count(audit)).toBe(1)
    const stored = JSON.stringify(await database().db.select().from(audit))
    expect(shown.some((token) => stored.includes(token ?? ''))).toBe(false)
  })

  test('remains what it is when its form comes again later, with something else, or from another page', async () => {
    clock.set(NOON)
    const once = form()
    const { shown } = await press(once)
    expect(await press({ ...once, scopes: ['contacts:read'] }), 'something else').toMatchObject({ status: 422 })
    expect(await press({ ...once, name: 'Doors' }), 'another name').toMatchObject({ status: 422 })
    expect(await press({ ...once, days: '365' }), 'a longer time').toMatchObject({ status: 422 })
    expect(await press(form()), 'another page').toMatchObject({ status: 409 })
    clock.set(new Date(NOON.getTime() + 600_000))
    expect(await press(once), 'ten minutes later').toMatchObject({ status: 422 })
    expect(await works(shown)).toBe(true)
  })
})
