import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { PageHandle } from '#app/shared/page-handle.ts'

/** How a path may be answered. */
export type PageMatch = {
  perRequest: boolean
  /** The keys of the query that its page reads. */
  query: readonly string[]
  /** It is spelled as the site's own links are: case, slashes and percent signs. Each page has one such path. */
  isUsual: boolean
}

const handleOf = ({ route }: { route: RouteObject }) => (route.handle ?? {}) as PageHandle

function routesBelow(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  const children = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? [route] : []))
  return children.map(({ id, path, index, caseSensitive, module }): RouteObject => {
    const shared = { id, path, caseSensitive, handle: module.handle }
    return index ? { ...shared, index: true } : { ...shared, children: routesBelow(routes, id) }
  })
}

/** Reads of the built pages what they say of themselves (`PageHandle`). `pathname` must be decodable. */
export function pageMatcher({ routes }: Pick<ServerBuild, 'routes'>): (pathname: string) => PageMatch {
  const tree = routesBelow(routes)
  return (pathname) => {
    const matches = matchRoutes(tree, pathname) ?? []
    const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
    return {
      perRequest: matches.some((match) => handleOf(match).perRequest),
      query: matches.flatMap((match) => handleOf(match).query ?? []),
      isUsual: generatePath(pattern, matches.at(-1)?.params) === pathname,
    }
  }
}
