import type { OpenAPIHono } from '@hono/zod-openapi'
import { apiApp, jsonBody } from '#app/platform/http/openapi.server.ts'
import type { OperatorAccess } from '#app/platform/http/operator-access.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { may } from '#app/shared/may.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { RunOrShed } from '../middleware/load-shedding.ts'
import { addGuestTools } from './guest-tools.ts'
import { addOperatorTools } from './operator-tools.ts'
import type { ToolRunner } from './tool.ts'

const ABOUT = `Homes of a vacation rental site. Amounts are in US cents; totals include all mandatory fees and taxes.
Dates are YYYY-MM-DD; a stay is [checkin, checkout). Nothing is booked here: give the guest the "url" of a stay, where
they read the terms and send the request themselves. Somebody else can take the nights until then.`

/** How many messages one request may have: an earlier version of the protocol sends several together. */
const MOST_MESSAGES = 10
const TOO_MANY = {
  jsonrpc: '2.0',
  error: { code: -32600, message: `Please send up to ${MOST_MESSAGES} messages together.` },
  id: null,
}

/** At the first request: loading it takes a tenth of a second, which no start should wait for. */
const loadProtocol = async () => ({
  ...(await import('@modelcontextprotocol/sdk/server/mcp.js')),
  ...(await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')),
})

/**
 * The endpoint for assistants, by the Model Context Protocol (streamable HTTP, without sessions). A guest's searches
 * and prices as the pages do. An operator's, with a token in `Authorization`, reads bookings too. None changes
 * anything. Each message counts as a call, and each tool waits in line with the pages.
 */
export function mcpApi(services: Services, access: OperatorAccess, runOrShed: RunOrShed): OpenAPIHono {
  const api = apiApp()
  api.post('/mcp', rateLimit(services, 'calls'), ...jsonBody, async (context) => {
    const { headers } = context.req.raw
    // A cookie counts for nothing here: the browser of an operator would send it for any page.
    const by = headers.has('authorization') ? await access.findOperator(headers) : null
    if (headers.has('authorization') && !by) {
      const problem: Problem = { code: 'sign-in-needed', message: 'This token is unknown or has ended.' }
      return context.json(problem, 401, { 'www-authenticate': 'Bearer' })
    }
    const sent: unknown = await context.req.json()
    const messages = [sent].flat()
    if (messages.length > MOST_MESSAGES) return context.json(TOO_MANY, 400)
    // The first one is counted already.
    for (const _ of messages.slice(1)) await limitVisitor(services, 'calls')
    const line = by ? 'operators' : 'guests'
    const runner: ToolRunner = { log: services.log, shed: (work) => runOrShed(context, work, line) }
    const { McpServer, WebStandardStreamableHTTPServerTransport } = await loadProtocol()
    const server = new McpServer({ name: 'vacation-rentals', version: '1' }, { instructions: ABOUT })
    addGuestTools(server, services, runner)
    if (by && may(by, 'stays:read')) addOperatorTools(server, services, { by, runner })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(context.req.raw, { parsedBody: sent })
  })
  // Without sessions there is no stream to open and none to end.
  api.on(['GET', 'DELETE'], '/mcp', (context) => context.body(null, 405, { allow: 'POST' }))
  return api
}
