import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { Database } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { createApi } from '#server/api.ts'
import { testServices } from '#test/factories.ts'

/** Zod's internals of any schema, classic or mini. */
type Node = z.core.$ZodType & { _zod: { def: Definition } }
type Check = { _zod: { def: { check: string; abort?: boolean; format?: string } } }
type Definition = Record<string, unknown> & { type: string; format?: string; checks?: Check[] }

const isSchema = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && '_zod' in value && 'run' in (value as Node)._zod

/** Formats whose pattern rejects long text and which do not transform it. */
const SHORT_FORMATS = ['guid', 'uuid', 'date', 'datetime']
const HARMLESS = ['max_length', 'min_length', 'length_equals', 'describe']

/** The error in the checks of one text schema: a check that reads the text before its length is limited. */
function faultOfText({ format, checks = [] }: Definition, needsBound: boolean): string | null {
  const kinds = checks.map(({ _zod: { def } }) => def)
  const bound = kinds.findIndex(({ check }) => check === 'max_length')
  const reads = (def: { check: string; format?: string }) =>
    !HARMLESS.includes(def.check) && !(def.check === 'string_format' && SHORT_FORMATS.includes(def.format ?? ''))
  const firstRead = kinds.findIndex(reads)
  if (format && SHORT_FORMATS.includes(format)) {
    // Other text must stop here, or the next check would read all of it.
    return firstRead < 0 || kinds[0] !== undefined ? null : 'is read before its form is known'
  }
  if (bound < 0) return needsBound || firstRead >= 0 ? 'has no greatest length' : null
  if (firstRead >= 0 && firstRead < bound) return 'is read before its length is checked'
  if (firstRead >= 0 && !kinds[bound]?.abort) return 'is read although it is too long'
  return null
}

/**
 * The parts of a schema, each with whether it must be bounded. All text of a request must be, and all input of a
 * transform.
 */
function* partsOf({ _zod: { def } }: Node, needsBound: boolean): Generator<[name: string, part: Node, bound: boolean]> {
  if (def.type === 'pipe') {
    // The input is bounded, and so is the output of a transform.
    yield ['', def.in as Node, true]
    // A shared schema in a route (`apiSchema`), or one behind a `preprocess`.
    if (['unknown', 'transform'].includes((def.in as Node)._zod.def.type)) yield ['', def.out as Node, needsBound]
    return
  }
  const inner = [def.innerType, def.element, def.keyType, def.valueType, def.left, def.right].filter(isSchema)
  for (const part of inner) yield ['', part, needsBound]
  for (const part of (def.options as Node[] | undefined) ?? []) yield ['', part, needsBound]
  for (const [name, part] of Object.entries((def.shape as Record<string, Node> | undefined) ?? {}))
    yield [name, part, needsBound]
}

function faults(schema: Node, at: string, needsBound: boolean, seen = new Set<Node>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod
  const own = def.type === 'string' ? faultOfText(def, needsBound) : null
  const inner = [...partsOf(schema, needsBound)].flatMap(([name, part, bound]) =>
    faults(part, name ? `${at}.${name}` : at, bound, seen),
  )
  return [...(own ? [`${at} ${own}`] : []), ...inner]
}

test('the check finds a schema that reads a text before limiting its length', () => {
  const bad = {
    transformed: z.string().transform((text) => text.normalize()),
    trimmed: z.string().trim().max(10),
    goesOn: z.string().max(10).trim(),
    refined: z.string().max(10).refine(Boolean),
    inside: z.object({ list: z.array(z.string().transform(Number)).optional() }),
    mini: mini.pipe(
      mini.string(),
      mini.transform((text) => text.trim()),
    ),
    miniTooLate: mini.string().check(mini.trim(), mini.maxLength(10)),
  }
  for (const [name, schema] of Object.entries(bad))
    expect(faults(schema as unknown as Node, name, false)).toHaveLength(1)
  const good = boundedText(10).trim().transform(Number).pipe(z.int())
  expect(faults(good as unknown as Node, 'good', true)).toEqual([])
  expect(faults(z.string() as unknown as Node, 'request', true)).toEqual(['request has no greatest length'])
})

const root = path.resolve(import.meta.dirname, '../..')
const modules = import.meta.glob<Record<string, unknown>>([
  '/app/{features,shared,platform}/**/*.{ts,tsx}',
  '/server/commands/*.ts',
  '!**/*.{test,contract}.{ts,tsx}',
  '!**/*-process.server.ts',
  '!**/*-worker.server.ts',
])
/** Environment settings come from the operator, so they are trusted. */
const OWN = ['/app/platform/settings.server.ts', '/app/platform/setting-shapes.server.ts']

const USES_SCHEMAS = /from '(?:zod|@hono\/zod-openapi|.*bounded-text|.*-input|.*platform\/change\/)/

type Found = { at: string; schema: Node; isForm: boolean }

/** The schemas in what a module exports, the forms of its changes among them. */
function schemasIn(value: unknown, at: string, depth = 0): Found[] {
  if (isSchema(value)) return [{ at, schema: value, isForm: at.endsWith('.form') }]
  if (typeof value !== 'object' || value === null || depth > 3) return []
  return Object.entries(value).flatMap(([name, part]) => schemasIn(part, `${at}.${name}`, depth + 1))
}

test('no schema reads a text before limiting its length, and no form of a change accepts one without a limit', async () => {
  const schemas: Found[] = []
  for (const [file, load] of Object.entries(modules)) {
    if (OWN.includes(file) || !USES_SCHEMAS.test(readFileSync(path.join(root, file), 'utf8'))) continue
    schemas.push(...schemasIn({ ...(await load()) }, file))
  }
  expect(schemas.flatMap(({ at, schema, isForm }) => faults(schema, at, isForm))).toEqual([])
  expect(schemas.filter(({ isForm }) => isForm).length).toBeGreaterThan(40)
  expect(schemas.filter(({ isForm }) => !isForm).length).toBeGreaterThan(40)
}, 60_000)

test('no call accepts a text without a maximum length', () => {
  const api = createApi(testServices({} as Database))
  const routes = api.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []))
  const found = routes.flatMap(({ method, path: at, request = {} }) => {
    const body = (request.body?.content['application/json'] as { schema?: unknown } | undefined)?.schema
    const { params, query, headers } = request
    return [params, query, headers, body].flatMap((schema) =>
      isSchema(schema) ? faults(schema, `${method} ${at}`, true) : [],
    )
  })
  expect(routes.length).toBeGreaterThan(15)
  expect(found).toEqual([])
})
