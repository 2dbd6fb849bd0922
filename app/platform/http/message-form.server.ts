import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { $ZodObject, output } from 'zod/v4/core'
import { problemOf, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Tx } from '../db/database.server.ts'
import { enqueueMail, type Mail } from '../mail/mail.server.ts'
import { rateLimit } from '../rate-limits/middleware.server.ts'
import type { Services } from '../services.server.ts'
import { retryAfterHeaders, runFormCall, type VisitorForm } from './form-action.server.ts'
import { idempotencyHeaders, runOnce } from './idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from './openapi.server.ts'

/** A stored message of a visitor to the operator. */
export type Received = { ok: true; id: string }

type Message = {
  id: string
  /** The kind of form and what was sent, with the key that the browser made (docs/decisions/013). */
  scope: string
  idempotencyKey: string | undefined
  payload: unknown
  /** To the visitor and to the operator. */
  mails: Mail[]
  /** What it is called in the words to a visitor who sent another before. */
  noun: string
}

/**
 * Stores a message and queues its emails, all or nothing. A repeat is the same message: by its key, or without one by
 * equal fields within ten minutes (docs/decisions/013).
 */
export async function storeMessage(
  services: Services,
  { id, scope, idempotencyKey: key, payload, mails, noun }: Message,
  store: (tx: Tx) => Promise<unknown>,
): Promise<Received | Refusal<'key-reused'>> {
  const outcome = await runOnce<Received>(services, { scope, key, payload }, async (tx) => {
    await store(tx)
    await enqueueMail(services, tx, mails)
    return { ok: true, id }
  })
  if (outcome.ok) return outcome
  const message = `We already have an earlier version of this ${noun}. Send again if you’d like us to have this one too.`
  return refuse('key-reused', message)
}

type MessageRoute<Schema extends $ZodObject> = {
  form: VisitorForm<Schema, Received, Refusal<string, 400 | 422>>
  path: string
  summary: string
  description: string
  /** The names of the body and of the response in the document, and what the response means. */
  names: { body: string; response: string }
  stored: string
}

/** The API call of a form that stores a message. */
export function messageApi<Schema extends $ZodObject>({ form, path, names, stored, ...about }: MessageRoute<Schema>) {
  const route = createRoute({
    method: 'post',
    path,
    ...about,
    middleware: jsonBody,
    request: {
      headers: idempotencyHeaders,
      body: { required: true, content: { 'application/json': { schema: apiSchema(names.body, form.schema) } } },
    },
    responses: {
      201: jsonResponse(z.object({ id: z.guid() }).openapi(names.response), stored),
      ...problemResponses(400, 413, 415, 422, 429),
    },
  })
  return (services: Services): OpenAPIHono => {
    const api = apiApp()
    if (form.limit) api.use(path, rateLimit(services, form.limit))
    api.openapi(route, async (context) => {
      const outcome = await runFormCall(form, {
        services,
        body: await context.req.json(),
        input: context.req.valid('json') as output<Schema>,
        sender: { idempotencyKey: context.req.valid('header')['idempotency-key'] },
      })
      if (outcome.ok) return context.json({ id: outcome.id }, 201)
      return context.json(problemOf(outcome), outcome.status, retryAfterHeaders(outcome))
    })
    return api
  }
}
