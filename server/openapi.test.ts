import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { testServices } from '#test/factories.ts'
import { createApi } from './api.ts'

type Schema = Record<string, unknown>
type Operation = {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Schema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}
type Document = {
  openapi: string
  info: { title?: string; version?: string }
  servers: { url: string }[]
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/** Nothing here reads the database. */
const api = createApi(testServices({} as Database, { config: readConfig({ SITE_URL: 'https://stay.example' }) }))
const document = (await (await api.request('/api/openapi.json')).json()) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
)

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']

/** The errors of a schema: a dangling reference, an unknown type, keywords of OpenAPI 3.0. */
function faults(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at} is no schema`]
  const { $ref, type, properties, items, required, anyOf, oneOf, allOf } = schema as Schema
  if ($ref !== undefined) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String($ref))?.[1]
    return name && document.components.schemas[name] ? [] : [`${at} refers to ${$ref}`]
  }
  const own: string[] = []
  if ('nullable' in schema) own.push(`${at} says nullable, which OpenAPI 3.1 has not`)
  for (const word of [type ?? []].flat()) if (!TYPES.includes(String(word))) own.push(`${at} is of type ${word}`)
  if (type === 'array' && !items) own.push(`${at} is a list of nothing`)
  const names = Object.keys((properties as Schema) ?? {})
  for (const name of (required as string[]) ?? []) if (!names.includes(name)) own.push(`${at} requires ${name}`)
  const inner = [
    ...Object.entries((properties as Schema) ?? {}),
    ...(items ? [['items', items] as const] : []),
    ...[anyOf, oneOf, allOf].flatMap((list) => Object.entries((list as Schema[]) ?? [])),
  ]
  return [...own, ...inner.flatMap(([name, part]) => faults(part, `${at}.${name}`))]
}

test('the document is OpenAPI 3.1 and contains the public address', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  expect(document.servers).toEqual([{ url: 'https://stay.example' }])
})

test('it contains every API call and nothing else', () => {
  const mounted = api.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && path !== '/api/openapi.json')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`)
  expect(operations.map(({ call }) => call).sort()).toEqual([...new Set(mounted)].sort())
  expect(mounted).toContain('POST /api/bookings')
})

for (const { call, path, method, operation } of operations) {
  test(`${call} documents its purpose, its input and every response`, () => {
    expect(operation.summary).toBeTruthy()
    const parameters = operation.parameters ?? []
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length)
    for (const parameter of parameters) {
      expect(['path', 'query', 'header']).toContain(parameter.in)
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
      expect(faults(parameter.schema, parameter.name)).toEqual([])
    }
    if (method === 'post') {
      expect(operation.requestBody?.required).toBe(true)
      const bodies = Object.values(operation.requestBody?.content ?? {})
      expect(bodies.flatMap(({ schema }) => faults(schema, 'body'))).toEqual([])
      expect(bodies).toHaveLength(1)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '413', '415']))
    }
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => /^2\d\d$/.test(status))).toHaveLength(1)
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(response.description, status).toBeTruthy()
      if (status === '204') continue
      const schema = response.content?.['application/json']?.schema
      expect(faults(schema, status)).toEqual([])
      if (Number(status) < 400) continue
      expect(schema, status).toMatchObject({ required: ['code', 'message'] })
    }
  })
}

const resolved = (schema: Schema | undefined): Schema => {
  const name = /\w+$/.exec(String(schema?.$ref ?? ''))?.[0]
  return (name ? document.components.schemas[name] : schema) ?? {}
}
const JSON_HEADERS = { 'content-type': 'application/json' }
const takingJson = operations.filter(({ operation }) => operation.requestBody?.content?.['application/json'])

test.each(takingJson)('$call documents its required body fields', async ({ path, method, operation }) => {
  const body = resolved(operation.requestBody?.content?.['application/json']?.schema)
  // A quote identifies the stay: a booking with one needs no dates.
  const least = path === '/api/bookings' ? { quoteId: '00000000-0000-4000-8000-000000000000' } : {}
  const init = { method: method.toUpperCase(), body: JSON.stringify(least), headers: JSON_HEADERS }
  // A demo's calls are open, so that their bodies are validated.
  const demo = createApi(testServices({} as Database))
  const answer = await demo.request(path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'), init)
  const { fields = {} } = (await answer.json()) as { fields?: Schema }
  const isRequired = Array.isArray(body.required) ? [...body.required].sort() : []
  expect([answer.status, isRequired]).toEqual([400, Object.keys(fields).sort()])
})

const TOO_LONG = 'x'.repeat(3000)
const validatingPath = operations.filter(({ path }) => path.includes('{') && !path.includes('{imagePath}'))

test.each(validatingPath)('$call documents that an invalid address is refused', async ({ path, method, operation }) => {
  const init = { method: method.toUpperCase(), ...(method === 'post' && { body: '{}', headers: JSON_HEADERS }) }
  const demo = createApi(testServices({} as Database))
  const { status } = await demo.request(path.replace(/\{\w+\}/g, TOO_LONG), init)
  expect(Object.keys(operation.responses)).toContain(String(status))
})

test('every named schema is valid and used', () => {
  const text = JSON.stringify(document.paths)
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(faults(schema, name)).toEqual([])
    expect(text, name).toContain(`#/components/schemas/${name}`)
  }
})
