import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Operator, operatorContext, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { ROLE_NAMES, ROLES, type Role } from '#app/shared/roles.ts'
import { requirePageScope } from './require-page-scope.server.ts'

const operatorAs = (role: Role, scopes: Operator['scopes'] = ROLES[role].scopes): Operator => ({
  ...UNNAMED,
  name: role,
  role,
  scopes,
})

/** The page that an operator gets who opens Today. */
async function landing(by: Operator): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(operatorContext, by)
  try {
    await requirePageScope({ context, pattern: 'admin' })
    return '/admin'
  } catch (thrown) {
    return (thrown as Response).headers.get('location')
  }
}

test('each role begins with its own first page', async () => {
  const landings = await Promise.all(ROLE_NAMES.map(async (role) => [role, await landing(operatorAs(role))]))
  expect(Object.fromEntries(landings)).toEqual({
    owner: '/admin',
    manager: '/admin',
    'front-desk': '/admin',
    housekeeper: '/admin/turnovers',
    homeowner: '/admin/calendar',
    bookkeeper: '/admin/money',
  })
})

test('whoever does not see it yet, such as without a second factor, begins with the first place that they see', async () => {
  expect(await landing(operatorAs('bookkeeper', ['stays:read', 'own:write']))).toBe('/admin/calendar')
  expect(await landing(operatorAs('housekeeper', ['own:write']))).toBe('/admin/more')
})
