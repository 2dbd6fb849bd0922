import { z } from 'zod'
import { ChannelRateLimited, ChannelRefused, ChannelUnavailable } from './channel-manager.server.ts'

/** For one call with its answer; a message of 500 nights of 30 homes takes seconds. */
const TIME_LIMIT_MS = 30_000
const MAX_BYTES = 20 * 1024 * 1024
/** The documented pause after too many calls, where the answer names none. */
const PAUSE_S = 60
const LONGEST_PAUSE_S = 3600
/** The most that the API gives on one page; some lists give ten, whatever is asked for. */
const PAGE_SIZE = 100
const MOST_PAGES = 1000

type ChannexRequest<Answer> = {
  method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/v1`, such as `/properties`. */
  path: string
  query?: Record<string, string>
  body?: unknown
  /** Refuses half answers. */
  answer: z.ZodType<Answer>
}

/** Calls of one account. */
export type Channex = {
  call<Answer>(request: ChannexRequest<Answer>): Promise<Answer>
  /** All items of a list, page by page, until `enough` says so of a page. Items may be of any form. */
  listAll(list: {
    path: string
    query?: Record<string, string>
    enough?: (items: unknown[]) => boolean
  }): Promise<unknown[]>
}

const listPage = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ total: z.number().int(), limit: z.number().int().positive() }),
})

/** The id of what a call created or returned. */
export const withId = z.object({ data: z.object({ id: z.string().min(1) }) })

/** Any answer in an envelope, of which nothing is read. */
export const anyAnswer = z.union([z.object({ data: z.unknown() }), z.object({ meta: z.unknown() })])

const refusalBody = z.object({
  errors: z.object({ code: z.string(), title: z.string().catch(''), details: z.unknown().optional() }),
})

/** Calls of the Channex API v1: https://docs.channex.io/api-v.1-documentation/api-reference */
export function openChannex({ base, key, signal }: { base: string; key: string; signal: AbortSignal }): Channex {
  async function call<Answer>(request: ChannexRequest<Answer>): Promise<Answer> {
    const what = `${request.method} ${request.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`
    const { status, headers, text } = await ask(urlOf(base, request), {
      method: request.method,
      headers: {
        'user-api-key': key,
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      // The key is for this server only.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
    })
    const retryAfter = retryAfterOf(headers.get('retry-after'))
    if (status === 429) throw new ChannelRateLimited(retryAfter ?? PAUSE_S)
    const json = jsonOf(text)
    if (status >= 200 && status < 300) {
      const answer = request.answer.safeParse(json)
      if (answer.success) return answer.data
      throw new ChannelUnavailable(`${what}: half of an answer, or another one than documented`, {
        cause: answer.error,
      })
    }
    const refused = status >= 400 && status < 500 ? refusalBody.safeParse(json).data : undefined
    if (refused) throw new ChannelRefused(status, reasonsOf(refused.errors))
    throw new ChannelUnavailable(`${what}: status ${status}`, { retryAfter })
  }

  async function listAll({ path, query = {}, enough = () => false }: Parameters<Channex['listAll']>[0]) {
    const items: unknown[] = []
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const paged = { ...query, 'pagination[page]': String(page), 'pagination[limit]': String(PAGE_SIZE) }
      const { data, meta } = await call({ method: 'GET', path, query: paged, answer: listPage })
      items.push(...data)
      if (data.length === 0 || page * meta.limit >= meta.total || enough(data)) return items
    }
    throw new ChannelUnavailable(`GET ${path}: more than ${MOST_PAGES} pages`)
  }

  return { call, listAll }
}

function urlOf(base: string, { path, query = {} }: ChannexRequest<unknown>): URL {
  const url = new URL(`${base}/api/v1${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

async function ask(url: URL, init: RequestInit): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  } catch (cause) {
    throw new ChannelUnavailable(`${init.method} ${url.pathname}: no whole answer`, { cause })
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds; a date is ignored. */
function retryAfterOf(header: string | null): number | null {
  return /^\d{1,9}$/.test(header ?? '') ? Math.min(Number(header), LONGEST_PAUSE_S) : null
}

/** `details` names fields with sentences, or is a list of sentences. */
function reasonsOf({ code, title, details }: z.infer<typeof refusalBody>['errors']): string[] {
  const reasons = sentencesOf(details)
  return reasons.length > 0 ? reasons : [title || code]
}

/** The sentences in `{field: [text, ...]}` of any depth, each after its field: `title can't be blank`. */
export function sentencesOf(details: unknown, field = ''): string[] {
  if (typeof details === 'string') return [`${field} ${details}`.trim()]
  if (Array.isArray(details)) return details.flatMap((one) => sentencesOf(one, field))
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).flatMap(([name, one]) => sentencesOf(one, name))
}
