import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { readConfig } from '../config.server.ts'
import { createLog } from '../log.server.ts'
import type { RateLimitResult, RateLimits } from '../rate-limits/rate-limits.server.ts'
import type { Services } from '../services.server.ts'
import {
  type Accepted,
  type FormRefusal,
  retryAfterHeaders,
  runForm,
  runFormCall,
  type VisitorForm,
} from './form-action.server.ts'

const WAIT = { ...refuse('too-many', 'Please wait 2 minutes.'), retryAfter: 120 }

const schema = z.object({ name: z.string().min(2, 'Please enter your name') })
const TAKEN = refuse('taken', 'Somebody was faster.')

function site(limit?: RateLimitResult) {
  const asked: string[] = []
  const stored: unknown[] = []
  let undone = 0
  const free: RateLimitResult = {
    ok: true,
    undo: async () => {
      undone += 1
    },
  }
  const limits: RateLimits = {
    enabled: true,
    consume: async (form, address) => {
      asked.push(`${form} ${address}`)
      return limit ?? free
    },
  }
  const services = { config: readConfig({}), limits, log: createLog('silent') } as Services
  const formOf = (answer: Accepted | Refusal): VisitorForm<typeof schema, Accepted, Refusal> => ({
    limit: 'contact',
    honeypot: () => ({ ok: true, id: 'pretended' }),
    schema,
    run: async (_, input, { idempotencyKey }) => {
      stored.push({ ...input, ...(idempotencyKey && { idempotencyKey }) })
      return answer
    },
  })
  return {
    post: (fields: Record<string, string>, answer: Accepted | Refusal = { ok: true }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return runForm(formOf(answer), { services, form, address: 'ADA' })
    },
    call: (body: { name: string; [field: string]: unknown }, answer: Accepted | Refusal = { ok: true }) =>
      runFormCall(formOf(answer), { services, body, input: { name: body.name }, sender: {} }),
    seen: () => ({ asked, stored, undone }),
  }
}

test('a posted form is counted by its kind and its sender’s address, and accepted', async () => {
  const { post, seen } = site()
  expect(await post({ name: 'Dana', idempotencyKey: 'once' })).toEqual({ ok: true })
  const stored = [{ name: 'Dana', idempotencyKey: 'once' }]
  expect(seen()).toEqual({ asked: ['contact ADA'], stored, undone: 0 })
})

test('too many forms get 429 with the time to wait and the submitted values', async () => {
  const { post, seen } = site(WAIT)
  const answer = await post({ name: 'Dana' })
  expect(answer).toMatchObject({ ok: false, status: 429, message: WAIT.message, values: { name: 'Dana' } })
  expect(retryAfterHeaders(answer as FormRefusal)).toEqual({ 'retry-after': '120' })
  expect(seen().stored).toEqual([])
})

test('a form that fails validation does not count as sent', async () => {
  const { post, seen } = site()
  const refused = await post({ name: 'D' })
  expect(refused).toEqual({
    ok: false,
    reason: 'invalid-input',
    status: 400,
    message: 'Please check the highlighted fields.',
    fields: { name: 'Please enter your name' },
    values: { name: 'D' },
  })
  expect(retryAfterHeaders(refused as FormRefusal)).toEqual({})
  expect(seen()).toMatchObject({ stored: [], undone: 1 })
})

test('a refused or repeated form does not count as sent either', async () => {
  const { post, seen } = site()
  expect(await post({ name: 'Dana' }, TAKEN)).toMatchObject({ status: 409, message: TAKEN.message, fields: {} })
  expect(await post({ name: 'Dana' }, { ok: true, isRepeat: true })).toMatchObject({ ok: true })
  expect(seen().undone).toBe(2)
})

test('a bot that fills in every field sees success, and nothing is stored', async () => {
  const { post, call, seen } = site()
  const pretended = { ok: true, id: 'pretended' }
  expect(await post({ name: 'Dana', websiteUrl: 'https://pills.example' })).toEqual(pretended)
  expect(await call({ name: 'Dana', websiteUrl: 'https://pills.example' })).toEqual(pretended)
  expect(seen().stored).toEqual([])
})

test('a call of the API is answered like a posted form, and 429 if it was sent too quickly', async () => {
  const { call, seen } = site()
  expect(await call({ name: 'Dana' })).toEqual({ ok: true })
  expect(await call({ name: 'Dana' }, TAKEN)).toEqual(TAKEN)
  expect(await call({ name: 'Dana', openMs: 100 })).toMatchObject({ status: 429, retryAfter: 1 })
  expect(seen().stored).toHaveLength(2)
})
