import { type ReactNode, useEffect, useRef } from 'react'
import { isRouteErrorResponse, Link, Outlet, useLocation, useRouteError } from 'react-router'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { PAGE_MISSING, troubleMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/shell.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Leads the focus to a page that was come to by a link of this site, as a full load would; a place within a page keeps its own. */
function useArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname && !hash) main.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname, hash])
  return main
}

/** What stands around every page: skip link, header, footer. */
function Frame({ children }: { children: ReactNode }) {
  const { site, year, giveaway } = useRootData()
  const main = useArrival()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header brand={site.brand} />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer site={site} year={year} giveaway={giveaway} />
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

/** Pages have their own; this one stands when a page is missing or broke. */
export const meta: Route.MetaFunction = ({ matches, location, error }) => {
  const trouble = isRouteErrorResponse(error) && error.status === 404 ? 'missing' : 'broken'
  return troubleMetadata(rootData(matches).identity, location.pathname, trouble)
}

/** A page that is missing or broken, inside the shell: no detail, a way on. The log has the rest. */
export function ErrorBoundary() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Frame>
      <div className="band band-y">
        <h1 className="heading-home">{missing ? PAGE_MISSING.heading : 'Something went wrong on our side'}</h1>
        <p className="measure mt-6 text-lead">{missing ? PAGE_MISSING.text : 'Please try again in a moment.'}</p>
        <p className="mt-8">
          <Link to="/#properties" className="button button-ember">
            See the homes
          </Link>
        </p>
      </div>
    </Frame>
  )
}
