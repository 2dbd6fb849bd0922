import { type ActionFunction, matchPath, RouterContextProvider } from 'react-router'
import { operatorContext, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { pageRoutes } from '../page-routes.ts'

const routes = Object.values(await pageRoutes()).flatMap((route) => route ?? [])

/** Posts a form to the page with this address as an operator does, and returns what its action answers. */
export async function postToPage(
  services: Services,
  path: string,
  fields: Record<string, string | string[]>,
): Promise<unknown> {
  const url = new URL(path, 'http://site.example')
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  const found = routes.flatMap((route) => {
    const match = route.path && matchPath(`/${route.path}`, url.pathname)
    return match && 'action' in route.module
      ? [{ params: match.params, pattern: route.path ?? '', action: route.module.action }]
      : []
  })[0]
  if (!found) throw new Error(`no page takes forms at ${path}`)
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(operatorContext, { ...UNNAMED, name: 'mia' })
  const request = new Request(url, { method: 'POST', body })
  const action = found.action as ActionFunction
  return action({ request, url, context, params: found.params, pattern: found.pattern })
}
