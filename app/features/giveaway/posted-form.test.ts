import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { submitGiveawayForm } from './giveaway.server.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
const database = useDatabase()
const ADA = {
  fullName: 'Ada Guest',
  email: 'ada@example.com',
  phone: '(970) 555-0123',
  state: 'CO',
  zipCode: '80487',
  agreeToUpdates: false,
}

test('while the database is away the page’s form comes back with what was typed', async () => {
  const lost = () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const away = testServices(database(), { db: new Proxy({}, { get: () => lost }) as never })
  const form = new FormData()
  for (const [name, value] of Object.entries(ADA)) if (value) form.set(name, String(value))
  const { agreeToUpdates: _, ...typed } = ADA
  expect(await submitGiveawayForm(away, { form, ipAddress: 'x' })).toMatchObject({
    ok: false,
    status: 503,
    values: typed,
  })
})
