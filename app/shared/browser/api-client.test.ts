import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError, apiRequest, messageFor } from './api-client.ts'

type Seen = { method?: string; headers: IncomingHttpHeaders; body: string }

let server: Server
let origin: string
let seen: Seen
let answer: { status: number; statusText?: string; body: string }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen = { method: request.method, headers: request.headers, body }
    response.writeHead(answer.status, answer.statusText)
    response.end(answer.body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error
}

test('a call with a body sends it as JSON', async () => {
  answer = { status: 201, body: '{"id":"1"}' }
  const response = await apiRequest('POST', `${origin}/api/bookings`, { adults: 2 })
  expect(await response.json()).toEqual({ id: '1' })
  expect(seen.method).toBe('POST')
  expect(seen.headers['content-type']).toBe('application/json')
  expect(seen.body).toBe('{"adults":2}')
})

test('a call without a body has no content type and no key', async () => {
  answer = { status: 200, body: '[]' }
  await apiRequest('GET', `${origin}/api/properties`)
  expect(seen.headers['content-type']).toBeUndefined()
  expect(seen.headers['idempotency-key']).toBeUndefined()
  expect(seen.body).toBe('')
})

test('a form’s idempotency key is sent with the call', async () => {
  answer = { status: 201, body: '{}' }
  await apiRequest('POST', `${origin}/api/bookings`, {}, { idempotencyKey: 'key-1' })
  expect(seen.headers['idempotency-key']).toBe('key-1')
})

test('an error message is status, colon, body, and the error carries the parsed body', async () => {
  const body = { code: 'dates-taken', message: 'Someone has just booked these nights.', fields: { checkIn: 'Taken' } }
  answer = { status: 409, body: JSON.stringify(body) }
  const error = await refusal(apiRequest('POST', `${origin}/api/bookings`, {}))
  expect(error.message).toBe(`409: ${JSON.stringify(body)}`)
  expect(error.status).toBe(409)
  expect(error.body).toEqual(body)
  expect(messageFor(error, 'Please try again later.')).toBe('Someone has just booked these nights.')
})

test('a refusal in plain text has no parsed body', async () => {
  answer = { status: 404, body: 'no such home' }
  const error = await refusal(apiRequest('GET', `${origin}/api/units/1/images`))
  expect(error.message).toBe('404: no such home')
  expect(error.body).toBeNull()
  expect(messageFor(error, 'Please try again later.')).toBe('Please try again later.')
})

test('a refusal with an empty body falls back to the status text', async () => {
  answer = { status: 503, statusText: 'Service Unavailable', body: '' }
  const error = await refusal(apiRequest('GET', `${origin}/api/properties`))
  expect(error.message).toBe('503: Service Unavailable')
})

test('JSON of another shape is treated as text', async () => {
  answer = { status: 500, body: '{"error":"oops"}' }
  const error = await refusal(apiRequest('GET', `${origin}/api/properties`))
  expect(error.message).toBe('500: {"error":"oops"}')
  expect(error.body).toBeNull()
})

test('without an answer, the error is the network’s', async () => {
  const error = await apiRequest('GET', 'http://127.0.0.1:1/').catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(ApiError)
  expect(messageFor(error, 'Please try again later.')).toBe('Please try again later.')
})
