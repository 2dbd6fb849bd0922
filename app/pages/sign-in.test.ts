import { RouterContextProvider } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOperator, operatorAccess } from '#app/features/operators/operators.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import {
  type Operator,
  operatorAccessContext,
  operatorContext,
  requireOperator,
  UNNAMED,
} from '#app/platform/http/operator-access.server.ts'
import { clientAddressContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import * as signIn from './sign-in.tsx'
import * as signOut from './sign-out.tsx'

const SITE = 'https://stay.example'
const MIA = { username: 'mia', password: 'ten lit windows' }

type Input = { form?: Record<string, string>; cookie?: string; demo?: boolean }
type Answer = { status: number; to: string | null; headers: Headers; body: unknown }

/** The response of a page's loader or action, returned or thrown. */
async function ask(run: (args: never) => Promise<unknown>, path: string, { form, cookie, demo }: Input = {}) {
  const services = testServices(database, { config: readConfig(demo ? {} : { SITE_URL: SITE }) })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(operatorAccessContext, operatorAccess(services))
  context.set(clientAddressContext, '203.0.113.7')
  const body = form && new URLSearchParams(form)
  const request = new Request(SITE + path, { method: form ? 'POST' : 'GET', body, headers: cookie ? { cookie } : {} })
  const answer = await run({ request, context, params: {} } as never).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    return { status: answer.status, to: answer.headers.get('location'), headers: answer.headers, body: null }
  }
  const { data = answer, init } = (answer ?? {}) as { data?: unknown; init?: ResponseInit }
  return { status: init?.status ?? 200, to: null, headers: new Headers(init?.headers), body: data } satisfies Answer
}
const send = (form: Record<string, string>, more: Omit<Input, 'form'> = {}, path = '/sign-in') =>
  ask(signIn.action as never, path, { ...more, form })
const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

let database: TestDatabase
beforeAll(async () => {
  database = await openSharedDatabase()
})
beforeEach(async () => {
  await database.reset()
  await createOperator(testServices(database), MIA)
})

describe('the sign-in page', () => {
  test('accepts the right password, sets the cookie, and redirects to the requested page', async () => {
    const answer = await send(MIA, {}, '/sign-in?to=%2Ftest%3Fhome%3D1')
    expect([answer.status, answer.to]).toEqual([302, '/test?home=1'])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=.*HttpOnly; Secure/),
      expect.stringMatching(/^__Host-device=.*HttpOnly; Secure/),
    ])
    expect((await send(MIA, {}, '/sign-in?to=https://evil.example')).to).toBe('/admin')
  })

  test('says what is missing beside each field, and keeps the entered name', async () => {
    expect(await send({})).toMatchObject({
      status: 400,
      body: {
        fields: { username: 'Required', password: 'Required' },
        values: { username: '' },
      },
    })
    expect(await send({ username: ' mia ', password: '' })).toMatchObject({
      status: 400,
      body: { fields: { password: 'Please enter your password' }, values: { username: ' mia ' } },
    })
  })

  test('gives the same answer for a wrong name and a wrong password', async () => {
    const wrong = { status: 400, to: null, body: { message: 'That name or password isn’t right.' } }
    const answers = [await send({ ...MIA, password: 'x' }), await send({ ...MIA, username: 'nobody' })]
    for (const answer of answers) {
      expect(answer).toMatchObject(wrong)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(JSON.stringify(answers[0]?.body)).not.toContain('"x"')
  })

  test('says how long to wait after too many wrong passwords', async () => {
    for (let index = 0; index < 5; index += 1) await send({ ...MIA, password: 'x' })
    const answer = await send(MIA)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect(answer.body).toMatchObject({
      message: 'Too many wrong passwords. Please wait 1 second, then try again.',
      values: { username: 'mia' },
    })
    const headersOf = signIn.headers as (given: unknown) => Record<string, string>
    expect(headersOf({ actionHeaders: answer.headers })).toEqual({ 'cache-control': 'no-store', 'retry-after': '1' })
    expect(headersOf({})).toEqual({ 'cache-control': 'no-store' })
  })

  test('redirects signed-in operators', async () => {
    const cookie = cookieOf(await send(MIA))
    expect(await ask(signIn.loader as never, '/sign-in?to=/test', { cookie })).toMatchObject({
      status: 302,
      to: '/test',
    })
    expect(await ask(signIn.loader as never, '/sign-in')).toMatchObject({ status: 200, body: { demo: false } })
  })

  test('is not needed in demo mode, and says so', async () => {
    const answer = await ask(signIn.loader as never, '/sign-in?to=/test', { demo: true })
    expect(answer).toMatchObject({ status: 200, body: { demo: true, to: '/test' } })
    expect(await send(MIA, { demo: true })).toMatchObject({ status: 302, to: '/admin' })
  })
})

describe('the sign-out page', () => {
  test('ends the session and deletes the cookie', async () => {
    const cookie = cookieOf(await send(MIA))
    expect(await ask(signOut.loader as never, '/sign-out', { cookie })).toMatchObject({ status: 200 })
    const answer = await ask(signOut.action as never, '/sign-out', { cookie, form: {} })
    expect([answer.status, answer.to]).toEqual([302, '/sign-in?signed-out'])
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0/)])
    expect(await ask(signOut.loader as never, '/sign-out', { cookie })).toMatchObject({ status: 302, to: '/sign-in' })
  })
})

test('an operator’s page redirects visitors to the sign-in page, and back after signing in', async () => {
  const requestBy = (operator: Operator | null, path: string) => {
    const context = new RouterContextProvider()
    const access = { findOperator: async () => operator }
    context.set(operatorAccessContext, access)
    // React Router gives the page's own address beside that of its data.
    return { request: new Request(`${SITE}/_.data`), url: new URL(SITE + path), context }
  }
  const thrown = await requireOperator(requestBy(null, '/test?home=a&unit=b')).catch((answer) => answer)
  expect(thrown.headers.get('location')).toBe('/sign-in?to=%2Ftest%3Fhome%3Da%26unit%3Db')
  const away = requestBy(null, '/admin')
  const refuse = async () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  away.context.set(operatorAccessContext, { findOperator: refuse })
  await expect(requireOperator(away)).rejects.toMatchObject({ init: { status: 503 } })
  const mia = { ...UNNAMED, id: 'mia', name: 'mia' }
  const signedIn = requestBy(mia, '/test')
  await requireOperator(signedIn)
  expect(signedIn.context.get(operatorContext)).toBe(mia)
})
