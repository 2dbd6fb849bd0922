import { Outlet } from 'react-router'
import { useRootData } from './root-data.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page: skip link, header, footer. */
export default function Shell() {
  const root = useRootData()
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
