import type { ErrorHandler } from 'hono'
import type { Logger } from '#app/platform/log.server.ts'
import { plainPage } from './plain-page.ts'

const CALLS = /^\/(?:api|objects)\//

/** The answer when something broke that answers nothing itself: JSON to a call, a page to a person, no detail to either. */
export function answerFailure(log: Logger): ErrorHandler {
  return (error, context) => {
    log.error({ err: error, id: context.get('requestId') }, 'request failed')
    if (!CALLS.test(context.req.path))
      return plainPage(500, 'Something went wrong on our side', 'Please try again in a moment.')
    const problem = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }
    return context.json(problem, 500, { 'cache-control': 'no-store' })
  }
}
