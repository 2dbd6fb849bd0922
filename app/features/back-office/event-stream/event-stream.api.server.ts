import type { OpenAPIHono } from '@hono/zod-openapi'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { getRail } from '../rail.server.ts'
import { dataVersionOf } from './data-version.server.ts'
import { EVENTS_PATH, type FreshRail, RAIL_PATH } from './event-stream.ts'
import { createEventStreams } from './event-streams.server.ts'

/** Nobody on the way may store or gather the events. nginx reads the last one. */
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

const TOO_MANY: Problem = {
  code: 'too-many',
  message: 'Too many pages are open. This one looks for changes less often.',
}

/** Tells open pages of the back office that something changed. */
export function eventStreamApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const streams = createEventStreams(services)
  const addressOf = clientAddressReader(services.config)
  const api = apiApp()
  api.get(EVENTS_PATH, operatorOnly(access, 'own:read'), async (context) => {
    const session = context.get('operator').session?.id ?? null
    const stream = await streams.open({ session, address: addressOf(context) })
    return stream ? context.body(stream, 200, HEADERS) : context.json(TOO_MANY, 429)
  })
  api.get(RAIL_PATH, operatorOnly(access, 'own:read'), async (context) => {
    // The version first: what changes after it is read again.
    const version = dataVersionOf(await services.versions.current())
    const rail = await getRail(services, context.get('operator'))
    return context.json({ version, rail } satisfies FreshRail, 200, { 'cache-control': 'no-store' })
  })
  return api
}
