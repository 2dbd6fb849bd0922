import { useRouteLoaderData } from 'react-router'
import { may } from '#app/shared/may.ts'
import type { Scope } from '#app/shared/roles.ts'

/**
 * Whether the signed-in operator has a permission, on pages of the back office. It only hides controls that the server
 * would refuse.
 */
export function useMay(): (scope: Scope) => boolean {
  const frame = useRouteLoaderData('shell/admin-shell') as { scopes: Scope[] } | undefined
  return (scope) => may({ scopes: frame?.scopes ?? [] }, scope)
}
