import { useRouteLoaderData } from 'react-router'
import { may } from '#app/shared/may.ts'
import type { Scope } from '#app/shared/roles.ts'

/**
 * Whether the signed-in operator may do something, on pages of the back office. It only leaves out what the server would
 * refuse.
 */
export function useMay(): (scope: Scope) => boolean {
  const frame = useRouteLoaderData('shell/admin-shell') as { scopes: Scope[] } | undefined
  return (scope) => may({ scopes: frame?.scopes ?? [] }, scope)
}
