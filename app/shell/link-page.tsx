import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { useRootData } from '#app/features/site/root-data.ts'
import './link-page.css'

/** A page that a secret link opens, without the ways of the site. */
export function LinkPage({ children }: { children: ReactNode }) {
  const { site } = useRootData()
  return (
    <div className="link-page">
      <header className="link-page-header on-night">
        <span className="brand">{site.brand}</span>
        <a className="link print:hidden" href={`mailto:${site.email}`}>
          Write to us
        </a>
      </header>
      <main id="main" className="link-page-main">
        {children}
      </main>
    </div>
  )
}

/** The page for a wrong link, or another failure. */
export function LinkPageError({ error }: { error: unknown }) {
  const isWrong = isRouteErrorResponse(error) && error.status === 404
  return (
    <LinkPage>
      <h1>{isWrong ? 'This link doesn’t work' : 'Please try again in a moment'}</h1>
      <p>
        {isWrong
          ? 'It may have been replaced or ended. Please ask for a new one.'
          : 'Nothing was changed. If it does not help, write to us.'}
      </p>
    </LinkPage>
  )
}
