import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page: skip link, header, footer. */
export default function Shell() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root) throw new Error('the shell stands inside the root')
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header brand={root.site.brand} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer site={root.site} year={root.year} />
    </>
  )
}
