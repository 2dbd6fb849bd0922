import type { MiddlewareHandler } from 'hono'
import { createContext } from 'react-router'
import type { Problem } from '#app/shared/problem.ts'

/** Who may do what only the operator does. In demo mode everyone on this machine may (decision 7). */
export type OperatorAccess = {
  /** Whether a request with these headers comes from a signed-in operator, or the site runs in demo mode. */
  isOperator(headers: Headers): Promise<boolean>
}

/** For page loaders and actions: `context.get(operatorAccessContext)`. */
export const operatorAccessContext = createContext<OperatorAccess>()

/** Goes first on the operator's calls: 401 for everyone else. */
export function operatorOnly(access: OperatorAccess): MiddlewareHandler {
  return async (context, next) => {
    if (await access.isOperator(context.req.raw.headers)) return next()
    const problem: Problem = { code: 'sign-in-needed', message: 'Please sign in first: this is for the operator.' }
    return context.json(problem, 401)
  }
}
