import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router'
import { hasGiveaway } from '#app/features/giveaway/giveaway.server.ts'
import { hasPosts } from '#app/features/journal/journal.server.ts'
import { getSignedIn } from '#app/features/operators/operators.server.ts'
import { accentTokens } from '#app/features/site/accent.ts'
import type { RootData } from '#app/features/site/root-data.ts'
import { getOgImage, getSite } from '#app/features/site/site.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { defaultMetadata, errorMetadata } from '#app/shared/page-metadata.ts'
import { NIGHT, type Theme } from '#app/shared/theme-colors.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { stayWhileOffline } from '#app/shell/offline.tsx'
import type { Route } from './+types/root.ts'
import styles from './styles/app.css?url'
import textFont from './styles/fonts/instrument-sans.woff2?url'
import displayFont from './styles/fonts/petrona.woff2?url'

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const services = context.get(servicesContext)
  const { config, clock } = services
  const [{ ogImage, accent, ...site }, giveaway, journal, operator] = await Promise.all([
    getSite(services),
    hasGiveaway(services),
    hasPosts(services),
    // The back office looks the operator up itself.
    isOfOperators(new URL(request.url).pathname) ? null : getSignedIn(services, request.headers),
  ])
  const identity = {
    brand: site.brand,
    siteUrl: config.siteUrl,
    defaultTitle: site.defaultTitle,
    defaultDescription: site.defaultDescription,
    inPlaces: site.hasProperties ? ` in ${site.locations.join(' and ')}` : '',
    shareImage: await getOgImage(services, ogImage),
  }
  const tokens = accent === undefined ? undefined : accentTokens(accent)
  const year = clock.now().getUTCFullYear()
  return { site, accent: tokens, identity, demo: config.demo, year, giveaway, journal, operator }
}

const isOfOperators = (pathname: string) => /^\/admin(?:\/|$)/.test(pathname)

export const clientMiddleware = [stayWhileOffline]

export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ loaderData, location, error }) => {
  if (!loaderData) return [{ title: 'Something went wrong' }, { name: 'robots', content: 'noindex, nofollow' }]
  if (!error) return defaultMetadata(loaderData.identity)
  const kind = isRouteErrorResponse(error) && error.status === 404 ? 'missing' : 'broken'
  return errorMetadata(loaderData.identity, location.pathname, kind)
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const theme =
    matches.map((match) => (match.loaderData as { theme?: Theme } | undefined)?.theme).findLast(Boolean) ?? 'mountain'
  const accent = (matches[0]?.loaderData as RootData | undefined)?.accent
  const manifest = isOfOperators(useLocation().pathname) ? '/back-office.webmanifest' : '/site.webmanifest'
  const isFrame = matches.some((match) => (match.handle as { frame?: boolean } | undefined)?.frame)
  return (
    <html lang="en" data-place={theme} style={accent}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={NIGHT[theme]} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={manifest} />
        <link rel="preload" href={displayFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={styles} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body className={isFrame ? 'booking-page' : undefined}>
        {children}
        {!isFrame && <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** Shown without the shell when the shell itself failed, and in the booking frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <main className="on-night min-h-svh">
      <ErrorPage error={error} notFound={loaderData?.site.notFound} hasProperties={loaderData?.site.hasProperties} />
    </main>
  )
}
