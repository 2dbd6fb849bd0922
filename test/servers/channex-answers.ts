/** An answer of the stand-in, with its status. */
export type Answer = { status: number; body: unknown }

/** A list's item or a single object, in Channex' envelope. */
export type Entity = {
  id: string
  type: string
  attributes: Record<string, unknown>
  relationships?: Record<string, unknown>
}

export const ok = (data: unknown): Answer => ({ status: 200, body: { data } })
export const created = (data: unknown): Answer => ({ status: 201, body: { data } })
export const success: Answer = { status: 200, body: { meta: { message: 'Success' } } }

const refused = (status: number, code: string, title: string, details?: unknown): Answer => ({
  status,
  body: { errors: { code, title, ...(details !== undefined && { details }) } },
})
export const badRequest = (...details: string[]) => refused(400, 'bad_request', 'Bad Request', details)
export const unauthorized = refused(401, 'unauthorized', 'Unauthorized')
export const forbidden = refused(403, 'forbidden', 'Forbidden')
export const notFound = refused(404, 'resource_not_found', 'Resource Not Found')
export const tooLarge = refused(413, 'request_entity_too_large', 'Request Entity Too Large')
export const invalid = (details: Record<string, string[]>) =>
  refused(422, 'validation_error', 'Validation Error', details)
export const tooMany = refused(429, 'http_too_many_requests', 'Too Many Requests')

/** The problems of each field; null when there are none. */
export function problemsOf(
  checks: [field: string, isFine: boolean, problem: string][],
): Record<string, string[]> | null {
  const problems: Record<string, string[]> = {}
  for (const [field, isFine, problem] of checks) if (!isFine) problems[field] = [...(problems[field] ?? []), problem]
  return Object.keys(problems).length > 0 ? problems : null
}

const COMPARE: Record<string, (a: string, b: string) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  not: (a, b) => a !== b,
  eq: (a, b) => b.split(',').includes(a),
}

function fieldOf({ attributes, relationships }: Entity, field: string): string {
  const value = attributes[field]
  if (value !== undefined) return String(value)
  const relation = relationships?.[field.replace(/_id$/, '')] as { data?: { id?: string } } | undefined
  return relation?.data?.id ?? ''
}

/**
 * A page of a list by the documented arguments: filters, order, pages from 1, ten items or up to 100. `fixedLimit`
 * ignores how many are asked for.
 */
export function page(entities: Entity[], query: URLSearchParams, fixedLimit?: number): Answer {
  let list = entities
  for (const [name, value] of query) {
    const [, field, compare = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? []
    const matches = COMPARE[compare]
    if (!field) continue
    if (!matches) return badRequest(`${compare} is not an operator`)
    list = list.filter((one) => matches(fieldOf(one, field), value))
  }
  const [, ordered, direction] = [...query].flatMap(([name, value]) => {
    const [, field] = /^order\[(\w+)\]$/.exec(name) ?? []
    return field ? [name, field, value] : []
  })
  if (ordered) {
    const sign = direction === 'desc' ? -1 : 1
    list = [...list].sort((a, b) => (fieldOf(a, ordered) < fieldOf(b, ordered) ? -sign : sign))
  }
  const number = Number(query.get('pagination[page]') ?? 1)
  const limit = fixedLimit ?? Math.min(100, Number(query.get('pagination[limit]') ?? 10))
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(limit) || limit < 1) {
    return badRequest('pagination is invalid')
  }
  const data = list.slice((number - 1) * limit, number * limit)
  return { status: 200, body: { data, meta: { page: number, limit, total: list.length } } }
}
