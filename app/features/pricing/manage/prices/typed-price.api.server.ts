import type { OpenAPIHono } from '@hono/zod-openapi'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { getStayPrice } from './stay-price.server.ts'
import { whyFromQuery } from './why.ts'

const NO_HOME: Problem = { code: 'not-found', message: 'There’s no such home.' }

/** The price of a stay by what is typed in a form of the prices, which the address has. */
export function typedPriceApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/homes/:slug/price.json', operatorOnly(access, 'prices:read'), async (context) => {
    const typed = new URL(context.req.url).searchParams
    const property = await getPricedProperty(services, context.req.param('slug'))
    const priced = property && (await getStayPrice(services, property, { ...whyFromQuery(typed), typed }))
    return priced ? context.json(priced, 200, { 'cache-control': 'no-store' }) : context.json(NO_HOME, 404)
  })
  return api
}
