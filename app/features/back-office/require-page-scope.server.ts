import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  logRefusal,
  NOT_YOURS,
  operatorAccessContext,
  operatorContext,
} from '#app/platform/http/operator-access.server.ts'
import { ROLES } from '#app/shared/roles.ts'
import { maySee, PAGE_SCOPES } from './page-scopes.ts'
import { phoneTabsFor } from './places.ts'

/**
 * Middleware of the back office's layout, after `requireOperator`: throws 403 for a page that the role does not have.
 * From Today it leads to the first page of the role: every sign-in leads to Today.
 */
export async function requirePageScope({
  context,
  pattern: matched,
}: {
  context: Readonly<RouterContextProvider>
  pattern: string
}): Promise<void> {
  const by = context.get(operatorContext)
  const pattern = matched.startsWith('/') ? matched : `/${matched}`
  if (maySee(by, pattern)) return
  if (by.role && maySee(ROLES[by.role], pattern)) throw redirect('/admin/account?second-factor')
  const own = by.role ? ROLES[by.role].first : '/admin'
  const first = [own, ...phoneTabsFor(by), '/admin/more'].find((to) => maySee(by, to))
  if (pattern === '/admin' && first) throw redirect(first)
  logRefusal(context.get(operatorAccessContext), by, PAGE_SCOPES[pattern] ?? 'own:read')
  throw data(NOT_YOURS, { status: 403 })
}
