import { type ReactNode, useEffect, useRef } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { errorMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/shell.ts'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline.tsx'

/**
 * Moves the focus to the new page after a client-side navigation, or to the target of its hash. A full load would do
 * the same.
 */
function useArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    const place = hash ? document.getElementById(hash.slice(1)) : main.current
    if (last.current !== pathname) place?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname, hash])
  // Safari does not focus a pressed link, so the styles would not recognize it.
  useEffect(() => {
    const press = ({ target }: Event) => (target as Element).closest('a')?.focus({ preventScroll: true })
    document.addEventListener('click', press, true)
    return () => document.removeEventListener('click', press, true)
  }, [])
  return main
}

/** The frame of every page: skip link, header, footer. */
function Frame({ children }: { children: ReactNode }) {
  const { site, year, giveaway, journal, operator } = useRootData()
  const main = useArrival()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header site={site} operator={operator} />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer site={site} year={year} giveaway={giveaway} journal={journal} />
      <OfflineNotice className="toasts" />
    </>
  )
}

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** Pages have their own; this one is used for a missing or broken page. */
export const meta: Route.MetaFunction = ({ matches, location, error }) => {
  const kind = isRouteErrorResponse(error) && error.status === 404 ? 'missing' : 'broken'
  return errorMetadata(rootData(matches).identity, location.pathname, kind)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { site } = useRootData()
  return (
    <Frame>
      <ErrorPage error={error} email={site.email} notFound={site.notFound} hasProperties={site.hasProperties} />
    </Frame>
  )
}
