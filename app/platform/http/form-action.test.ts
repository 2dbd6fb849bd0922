import { expect, test } from 'vitest'
import { readConfig } from '../config.server.ts'
import { createLog } from '../log.server.ts'
import type { RateLimitResult, RateLimits } from '../rate-limits/rate-limits.server.ts'
import { type FormRefusal, limitFormAction, retryAfterHeaders } from './form-action.server.ts'

const log = createLog('silent')
const WAIT = { ok: false, retryAfter: 120, message: 'Please wait 2 minutes.' } as const

function site(limit?: RateLimitResult) {
  const asked: string[] = []
  let stored = 0
  let givenBack = 0
  const free: RateLimitResult = {
    ok: true,
    undo: async () => {
      givenBack += 1
    },
  }
  const limits: RateLimits = {
    enabled: true,
    consume: async (form, address) => {
      asked.push(`${form} ${address}`)
      return limit ?? free
    },
  }
  const send = (fields: Record<string, string>, answer: { ok: true } | FormRefusal = { ok: true }) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return limitFormAction(
      { config: readConfig({}), limits, log },
      { form, as: 'contact', address: 'ADA' },
      async () => {
        stored += 1
        return answer
      },
    )
  }
  return { send, seen: () => ({ asked, stored, givenBack }) }
}

test('a posted form is counted by its kind and its sender’s address, and accepted', async () => {
  const { send, seen } = site()
  expect(await send({ name: 'Dana' })).toEqual({ ok: true })
  expect(seen()).toEqual({ asked: ['contact ADA'], stored: 1, givenBack: 0 })
})

test('too many forms get 429 with the time to wait and the submitted values', async () => {
  const { send, seen } = site(WAIT)
  const answer = await send({ name: 'Dana' })
  expect(answer).toMatchObject({ ok: false, status: 429, message: WAIT.message, values: { name: 'Dana' } })
  expect(retryAfterHeaders(answer as FormRefusal)).toEqual({ 'retry-after': '120' })
  expect(seen().stored).toBe(0)
})

test('a form that fails validation does not count as sent', async () => {
  const { send, seen } = site()
  const refused = { ok: false as const, status: 400, message: 'Look below.', fields: {}, values: {} }
  expect(await send({ name: '' }, refused)).toEqual(refused)
  expect(retryAfterHeaders(refused as FormRefusal)).toEqual({})
  expect(seen().givenBack).toBe(1)
})

test('a bot that fills in every field sees success, and nothing is stored', async () => {
  const { send, seen } = site()
  expect(await send({ name: 'Dana', websiteUrl: 'https://pills.example' })).toEqual({ ok: true })
  expect(seen().stored).toBe(0)
})
