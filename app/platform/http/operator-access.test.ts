import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { accessFor } from '#test/factories.ts'
import { type OperatorAccess, operatorOnly, UNNAMED } from './operator-access.server.ts'

const SITE = 'https://stay.example'

async function ask(access: OperatorAccess, init: { method?: string; origin?: string }) {
  const api = new Hono().use(operatorOnly(access, 'content:write')).all('/', (context) => context.text('done'))
  const headers = init.origin ? { origin: init.origin } : undefined
  const answer = await api.request('/', { method: init.method ?? 'POST', headers })
  return answer.status === 200 ? 'done' : [answer.status, ((await answer.json()) as { code: string }).code]
}
const operator = { ...accessFor(true), ownOrigin: SITE }

test('an operator’s call is refused to everyone else', async () => {
  expect(await ask({ ...operator, ...accessFor(false) }, {})).toEqual([401, 'sign-in-needed'])
})

test('who is refused for the role or the token is in the log, with what for', async () => {
  const lines: object[] = []
  const program = { ...UNNAMED, name: 'API: Locks', role: null, scopes: ['stays:read'] as const }
  const access = { findOperator: async () => program, log: { warn: (line: object) => void lines.push(line) } }
  expect(await ask(access, {})).toEqual([403, 'not-allowed'])
  expect(lines).toEqual([{ event: 'access.refused', operator: 'API: Locks', scope: 'content:write' }])
})

test('a page of another site cannot make the operator’s browser change something', async () => {
  for (const origin of ['https://evil.example', 'http://stay.example', 'https://stay.example.evil.example', 'null']) {
    for (const method of ['POST', 'DELETE', 'PUT'])
      expect(await ask(operator, { method, origin }), origin).toEqual([403, 'foreign-origin'])
    expect(await ask(operator, { method: 'GET', origin }), origin).toBe('done')
  }
})

test('this site’s own pages can, and so can programs that send no origin', async () => {
  expect(await ask(operator, { origin: SITE })).toBe('done')
  expect(await ask(operator, {})).toBe('done')
})

test('in demo mode the request guard has already checked the origin', async () => {
  expect(await ask(accessFor(true), { origin: 'http://localhost:8080' })).toBe('done')
})
