import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient, getQueryFn } from './query-client.ts'

let server: Server
let origin: string
let asked: string[]
let status: number

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(status)
    if (status === 200) response.end('[{"id":"a"}]')
    else response.end(status === 204 ? undefined : 'no')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  status = 200
})
afterAll(() => {
  server.close()
})

test('the default query function requests the key’s segments joined with slashes', async () => {
  const data = await createQueryClient().fetchQuery({ queryKey: [`${origin}/api/units`, 'u1', 'images'] })
  expect(data).toEqual([{ id: 'a' }])
  expect(asked).toEqual(['GET /api/units/u1/images'])
})

test('data never becomes stale', async () => {
  const client = createQueryClient()
  const query = { queryKey: [origin, 'api', 'properties'] }
  await client.fetchQuery(query)
  await client.fetchQuery(query)
  expect(asked).toHaveLength(1)
})

test('nothing is refetched on focus or by a timer, and nothing is retried', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('a failed query is sent once and reports status and body', async () => {
  status = 404
  const reading = createQueryClient().fetchQuery({ queryKey: [`${origin}/api/units/none/images`] })
  await expect(reading).rejects.toThrow('404: no')
  expect(asked).toHaveLength(1)
})

test('an answer without a body is null', async () => {
  status = 204
  expect(await createQueryClient().fetchQuery({ queryKey: [`${origin}/api/me`] })).toBeNull()
})

test('a 401 throws by default', async () => {
  status = 401
  await expect(createQueryClient().fetchQuery({ queryKey: [`${origin}/api/me`] })).rejects.toThrow('401: no')
})

test('a 401 is null where being signed out is expected, but other refusals still throw', async () => {
  const client = createQueryClient()
  const query = { queryKey: [`${origin}/api/me`], queryFn: getQueryFn({ on401: 'null' }) }
  status = 401
  expect(await client.fetchQuery(query)).toBeNull()
  client.clear()
  status = 403
  await expect(client.fetchQuery(query)).rejects.toThrow('403: no')
})
