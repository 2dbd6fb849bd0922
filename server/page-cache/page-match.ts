import { LRUCache } from 'lru-cache'
import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { PageHandle } from '#app/shared/page-handle.ts'

/** The page's `handle` and `pattern`. `isUsual`: the path is spelled as in the site's own links. */
type PageMatch = PageHandle & { pattern: string; isUsual: boolean }

const MAX_PATHS = 1000

type Routes = ServerBuild['routes']

const handleOf = ({ route }: { route: RouteObject }) => (route.handle ?? {}) as PageHandle

function routesBelow(routes: Routes, parentId?: string): RouteObject[] {
  const children = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? [route] : []))
  return children.map(({ id, path, index, caseSensitive, module }): RouteObject => {
    const shared = { id, path, caseSensitive, handle: module.handle }
    return index ? { ...shared, index: true } : { ...shared, children: routesBelow(routes, id) }
  })
}

/** Finds the page of a path in the build, and remembers it. Each page has one usual spelling of its path. */
export function pageMatcher({ routes }: { routes: Routes }): (pathname: string) => PageMatch {
  const tree = routesBelow(routes)
  const matches = new LRUCache<string, PageMatch>({ max: MAX_PATHS, memoMethod: matchOf })
  return (pathname) => matches.memo(pathname)

  function matchOf(pathname: string): PageMatch {
    const path = isDecodable(pathname) ? pathname : pathname.replaceAll('%', '%25')
    const matches = matchRoutes(tree, path) ?? []
    const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
    return {
      ...Object.assign({}, ...matches.map(handleOf)),
      pattern,
      // An id is found in any case, so its spellings are countless.
      isUsual: generatePath(pattern, matches.at(-1)?.params).toLowerCase() === path,
    }
  }
}

/** The paths of pages whose `handle` fits. */
export function pathsOf({ routes }: { routes: Routes }, fits: (handle: PageHandle) => boolean): string[] {
  const pages = Object.values(routes).flatMap((route) => route ?? [])
  return pages.filter(({ module }) => fits((module.handle ?? {}) as PageHandle)).map(({ path = '' }) => `/${path}`)
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/**
 * The request, or one with an escaped path if its percent signs cannot be decoded. No page has such a path, so the
 * not-found page answers, and React Router logs nothing to the console. A form body is not read then.
 */
export function withDecodableAddress(request: Request): Request {
  const address = new URL(request.url)
  if (isDecodable(address.pathname)) return request
  address.pathname = address.pathname.replaceAll('%', '%25')
  const { method, headers, signal } = request
  return new Request(address, { method, headers, signal })
}
