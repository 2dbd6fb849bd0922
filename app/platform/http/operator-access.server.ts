import type { MiddlewareHandler } from 'hono'
import { createContext, data, type RouterContextProvider, redirectDocument } from 'react-router'
import { may } from '#app/shared/may.ts'
import type { Problem } from '#app/shared/problem.ts'
import { ROLES, type Role, type Scope } from '#app/shared/roles.ts'
import { isDatabaseUnavailable } from '../db/unavailable.server.ts'
import type { Logger } from '../log.server.ts'

/** The acting operator, and their permissions. `id` and `name` are null in demo mode, where nobody signs in. */
export type Operator = {
  id: string | null
  name: string | null
  /** Null for a program with a token. */
  role: Role | null
  scopes: readonly Scope[]
  /** The ids of the only homes that they see; null for all. */
  properties: readonly string[] | null
  /** Null where nobody signed in. `confirmedAt` is when they last gave their password or a code. */
  session: { id: string; confirmedAt: Date } | null
}

/** The operator where nobody signed in: a command on the server, and everyone in demo mode (docs/decisions/009). */
export const UNNAMED: Operator = {
  id: null,
  name: null,
  role: 'owner',
  scopes: ROLES.owner.scopes,
  properties: null,
  session: null,
}

/** For so long after signing in, irreversible changes need no password again. */
const CONFIRMED_MS = 15 * 60_000

/** Whether this operator gave the password or a code just now; also where nobody signs in. */
export const isJustConfirmed = ({ session }: Pick<Operator, 'session'>, now: Date): boolean =>
  session === null || now.getTime() - session.confirmedAt.getTime() < CONFIRMED_MS

/** Access to operators' calls. In demo mode everyone on this machine has it (docs/decisions/009). */
export type OperatorAccess = {
  /** The operator of a request with these headers; null for visitors. */
  findOperator(headers: Headers): Promise<Operator | null>
  /** Where refusals of an operator are logged. */
  log?: Pick<Logger, 'warn'>
  /**
   * The only `Origin` allowed for calls that change something. Undefined allows any here; the request guard checks it
   * then.
   */
  ownOrigin?: string
}

/** The same for one request with several checks: the operator is looked up once. */
export function lookUpOnce({ findOperator, ...access }: OperatorAccess): OperatorAccess {
  const found = new Map<string | null, Promise<Operator | null>>()
  return {
    ...access,
    findOperator: (headers) => {
      const cookie = headers.get('cookie')
      const operator = found.get(cookie) ?? findOperator(headers)
      found.set(cookie, operator)
      return operator
    },
  }
}

/** For middleware, loaders and actions: `context.get(operatorAccessContext)`. */
export const operatorAccessContext = createContext<OperatorAccess>()

declare module 'hono' {
  interface ContextVariableMap {
    operator: Operator
  }
}

/** The message for an operator whose role does not include a page or a call. */
export const NOT_YOURS = 'Your role doesn’t have this. Ask the owner of the site if you need it.'

/** Logs a refused operator: somebody may be probing. */
export const logRefusal = ({ log }: { log?: Pick<Logger, 'warn'> }, { name }: Operator, scope: Scope) =>
  log?.warn({ event: 'access.refused', operator: name, scope }, 'an operator was refused')

/** The message for a program that requests something of a page. */
const NOT_FOR_TOKENS = 'A token is for the calls below /api. This needs somebody who has signed in.'

/** Whether this is a program with a token outside the calls below `/api`. The rest is for signed-in operators. */
const isStrayProgram = ({ role }: Operator, { url }: Pick<Request, 'url'>) =>
  role === null && !new URL(url).pathname.startsWith('/api/')

/** Whether the operator of a request has this scope; false for visitors. */
export async function isAllowed(
  access: OperatorAccess,
  request: Pick<Request, 'url' | 'headers'>,
  scope: Scope,
): Promise<boolean> {
  const operator = await access.findOperator(request.headers)
  return operator !== null && !isStrayProgram(operator, request) && may(operator, scope)
}

/**
 * Goes first on operators' calls. Answers 401 to visitors, and 403 to an operator without this scope. A page of another
 * site that uses the operator's browser for a change gets 403, too. Programs send no origin and pass, in calls below
 * `/api` only. The call gets the operator as `operator`.
 */
export function operatorOnly(access: OperatorAccess, scope: Scope): MiddlewareHandler {
  return async (context, next) => {
    const { method, raw } = context.req
    const operator = await access.findOperator(raw.headers)
    if (!operator) {
      const problem: Problem = { code: 'sign-in-needed', message: 'Please sign in first. This is for the operator.' }
      return context.json(problem, 401)
    }
    const isStray = isStrayProgram(operator, raw)
    if (isStray || !may(operator, scope)) {
      logRefusal(access, operator, scope)
      const message = isStray ? NOT_FOR_TOKENS : NOT_YOURS
      return context.json({ code: 'not-allowed', message } satisfies Problem, 403)
    }
    const origin = raw.headers.get('origin')
    const changes = method !== 'GET' && method !== 'HEAD'
    if (changes && origin && access.ownOrigin && origin !== access.ownOrigin) {
      const problem: Problem = { code: 'foreign-origin', message: 'This can only be done from a page on this site.' }
      return context.json(problem, 403)
    }
    context.set('operator', operator)
    return next()
  }
}

/** The operator, for the loaders and actions below `requireOperator`. */
export const operatorContext = createContext<Operator>()

const AWAY =
  'This page can’t be shown right now. The database may be away for a moment. If trying again doesn’t help, look at the log of the site.'

/**
 * Middleware of the back office's layout: its loaders and actions run only for an operator. Throws a redirect to the
 * sign-in page, which leads back afterwards, and 503 while the database is unavailable.
 */
export async function requireOperator({
  request,
  url,
  context,
}: {
  request: Request
  /** The page, also where the browser asks for its data only. */
  url: URL
  context: Readonly<RouterContextProvider>
}): Promise<void> {
  const operator = await context
    .get(operatorAccessContext)
    .findOperator(request.headers)
    .catch((error) => {
      throw isDatabaseUnavailable(error) ? data(AWAY, { status: 503 }) : error
    })
  if (operator) return context.set(operatorContext, operator)
  throw redirectDocument(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`)
}

type PageArgs = { context: Readonly<RouterContextProvider> }

/** Middleware below `requireOperator`: throws 403 for an operator without this scope. */
export const requireScope =
  (scope: Scope) =>
  async ({ context }: PageArgs): Promise<void> => {
    const operator = context.get(operatorContext)
    if (may(operator, scope)) return
    logRefusal(context.get(operatorAccessContext), operator, scope)
    throw data(NOT_YOURS, { status: 403 })
  }

/** The operator and the form of an action below `requireOperator`. Throws 415 for a body that is not a form. */
export async function readOperatorForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ by: Operator; form: FormData }> {
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 415 })
  return { by: context.get(operatorContext), form }
}
