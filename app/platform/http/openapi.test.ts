import { createRoute, z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { apiApp, jsonBody, problemResponses } from './openapi.server.ts'

const route = createRoute({
  method: 'post',
  path: '/guests',
  middleware: jsonBody,
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: z.object({ name: z.string().min(2, 'Please enter your name'), beds: z.int() }) },
      },
    },
  },
  responses: { 200: { description: 'Fine' }, ...problemResponses(400, 413, 415) },
})
const api = apiApp()
api.openapi(route, (context) => context.json({ name: context.req.valid('json').name }, 200))

async function post(body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const response = await api.request('/guests', { method: 'POST', body, headers })
  return { status: response.status, body: await response.json() }
}

test('invalid input is reported by field: the schema’s own message, or Required, or Invalid input', async () => {
  expect(await post(JSON.stringify({ beds: 'two' }))).toEqual({
    status: 400,
    body: {
      code: 'invalid-input',
      message: 'Please check name, beds.',
      fields: { name: 'Required', beds: 'Invalid input' },
    },
  })
  expect(await post(JSON.stringify({ name: 'A', beds: 2 }))).toEqual({
    status: 400,
    body: { code: 'invalid-input', message: 'Please enter your name', fields: { name: 'Please enter your name' } },
  })
})

test.each(['{"name":', '', 'name=Ada', '\u0000'])('a body that is not JSON is refused: %j', async (body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 'not-json' } })
})

test.each(['{"name":"A\\u0000da","beds":2}', '{"\\u0000":1}', '["\\\\\\u0000"]'])(
  'NUL in a text of JSON is refused: %s',
  async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'nul-in-text' } })
  },
)

test('six characters that only look like NUL in JSON are text', async () => {
  expect(await post(JSON.stringify({ name: '\\u0000', beds: 2 }))).toMatchObject({ status: 200 })
})

test.each(['null', '[]', '"text"', '7'])('JSON that is not an object is invalid input: %s', async (body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('a form, plain text or a body without a type is not JSON', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonish']) {
    expect(await post('{}', { 'content-type': type })).toMatchObject({ status: 415, body: { code: 'not-json' } })
  }
})

test('a body of 20 MB is refused, with a content length or without', async () => {
  const body = `"${'x'.repeat(20 * 1024 * 1024)}"`
  expect(await post(body)).toMatchObject({ status: 413, body: { code: 'too-large' } })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  expect(await post(body, headers)).toMatchObject({ status: 413, body: { code: 'too-large' } })
})
