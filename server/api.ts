import type { OpenAPIHono } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { FEATURES } from '#app/features/all-features.server.ts'
import { eventStreamApi } from '#app/features/back-office/event-stream/event-stream.api.server.ts'
import { historyApi } from '#app/features/back-office/history.api.server.ts'
import { apiAccess } from '#app/features/operators/api-tokens.server.ts'
import type { FeatureApi } from '#app/platform/feature/define-feature.server.ts'
import { embedCors, embeddablePaths } from '#app/platform/http/embeddable.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import { rememberVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { health } from './health.ts'
import { mcpApi } from './mcp/mcp-api.ts'
import { answerError } from './middleware/error-response.ts'
import { createLoadShedding, type RunOrShed } from './middleware/load-shedding.ts'

/** Every feature's part of the API, in matching order. */
function featureApis(services: Services, runOrShed: RunOrShed): OpenAPIHono[] {
  const access = apiAccess(services)
  const apis = FEATURES.flatMap(({ api }): readonly FeatureApi[] => api)
  return [
    ...apis.map((api) => api(services, access)),
    historyApi(services, access),
    eventStreamApi(services, access),
    mcpApi(services, access, runOrShed),
  ]
}

/**
 * Everything that is not a page: REST, images, health. Independent of the page build, so that tests run it from source.
 */
export function createApi(services: Services, runOrShed = createLoadShedding(services)): OpenAPIHono {
  const { config } = services
  const features = featureApis(services, runOrShed)
  const api = apiApp()
  api.onError(answerError(services))

  // Before any rate limit, so that an embedding site can read a refusal.
  for (const path of features.flatMap(embeddablePaths)) api.use(path, embedCors(config))
  api.use(rememberVisitor(services))
  api.use(async (context, next) => {
    await next()
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') services.versions.recheck()
  })
  const compressAnswer = compress()
  // Not the answers to a POST: they are short, and compressing would cost more than their work.
  api.use('/api/*', (context, next) => (context.req.method === 'GET' ? compressAnswer(context, next) : next()))
  api.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
  })
  api.use('/api/*', rateLimit(services, 'calls'))

  api.route('/', health(services))
  for (const feature of features) api.route('/', feature)
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token that an owner makes under More, API and webhooks. It has scopes, and ends.',
  })
  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Booking engine',
      version: '1',
      description: 'Money is in integer cents, stays are `[check-in, check-out)` dates.',
    },
    servers: [{ url: config.siteUrl }],
  })
  api.all('/api/*', (context) => context.json({ code: 'not-found', message: 'There’s no such call.' }, 404))
  return api
}
