import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import './property-links.css'

/** The pages about one home, by their address below that of the home. */
const PROPERTY_PAGES = {
  overview: { path: '', label: 'Overview' },
  images: { path: '/photos', label: 'Photos' },
  page: { path: '/page', label: 'Page' },
  prices: { path: '/prices', label: 'Prices' },
  rules: { path: '/rules', label: 'Rules' },
  guide: { path: '/guide', label: 'Arrival guide' },
  messages: { path: '/messages', label: 'Messages' },
} as const
type PropertyPage = keyof typeof PROPERTY_PAGES

type Props = { slug: string; name: string; here: PropertyPage; children?: ReactNode; more?: ReactNode }

/**
 * The head of a page about a home, with its other pages as tabs. On a phone they are a list on the overview, to which
 * the others lead back.
 */
export function PropertyHead({ slug, name, here, children, more }: Props) {
  const isOverview = here === 'overview'
  const homes = { to: '/admin/homes', label: 'Homes' }
  return (
    <>
      <PageTop
        title={name}
        crumbs={isOverview ? [homes] : [homes, { to: `/admin/homes/${slug}`, label: name }]}
        facts={isOverview ? null : <span className="property-page-name">{PROPERTY_PAGES[here].label}</span>}
        more={more}
      >
        {children}
        <a href={`/property/${slug}`} className="button button-outline">
          See the page
        </a>
      </PageTop>
      <nav aria-label={name} className="property-tabs" data-list={isOverview || undefined}>
        {Object.entries(PROPERTY_PAGES).map(([page, { path, label }]) => (
          <Link
            key={page}
            to={`/admin/homes/${slug}${path}`}
            prefetch="intent"
            aria-current={page === here ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
        <Link to={`/admin/calendars#home-${slug}`} prefetch="intent">
          Calendars
        </Link>
      </nav>
    </>
  )
}
