import type { ReactNode } from 'react'
import {
  Meta,
  Scripts,
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import * as entry from '#app/entry.server.tsx'
import * as root from '#app/root.tsx'
import { pageRoutes } from './page-routes.ts'

/** The document without its stylesheet and its fonts, which have no address here. */
const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <head>
      <Meta />
    </head>
    <body>
      {children}
      <Scripts />
    </body>
  </html>
)

/** As the build wraps them. */
function withProps(module: object): object {
  const { default: Page, ErrorBoundary } = module as { default?: unknown; ErrorBoundary?: unknown }
  return {
    ...module,
    ...(typeof Page === 'function' && { default: withComponentProps(Page as never) }),
    ...(typeof ErrorBoundary === 'function' && { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary as never) }),
  }
}

/** A router build with the real pages, which React renders. */
export async function renderedBuild(): Promise<ServerBuild> {
  const pages = Object.values(await pageRoutes()).flatMap((route) => route ?? [])
  const routes = [
    { id: 'root', path: '', module: withProps({ ...root, Layout }) },
    ...pages.map(({ module, ...page }) => ({
      ...page,
      parentId: page.parentId ?? 'root',
      module: withProps(module),
    })),
  ]
  const byId = (more: object) => Object.fromEntries(routes.map((route) => [route.id, { ...route, ...more }]))
  return {
    entry: { module: entry },
    routes: byId({}),
    assets: {
      entry: { imports: [], module: '/assets/entry.js' },
      url: '/assets/manifest.js',
      version: '1',
      routes: byId({ module: '/assets/page.js', imports: [], css: [] }),
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}
