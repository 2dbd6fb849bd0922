// Apart from the roles, whose words few pages show.
import type { Scope } from './roles.ts'

/** Whether somebody with these scopes has this one. */
export function may({ scopes }: { scopes: readonly Scope[] }, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write') as Scope)
}
