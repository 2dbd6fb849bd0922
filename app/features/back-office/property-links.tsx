import { Link } from 'react-router'
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

/**
 * The head of a page about a home, with its other pages as tabs. On a phone they are a list on the overview, to which
 * the others lead back.
 */
export function PropertyHead({ slug, name, here }: { slug: string; name: string; here: PropertyPage }) {
  const isOverview = here === 'overview'
  return (
    <>
      <p>
        <Link to="/admin/homes" className="link">
          Homes
        </Link>
        {!isOverview && (
          <>
            {' / '}
            <Link to={`/admin/homes/${slug}`} className="link">
              {name}
            </Link>
          </>
        )}
      </p>
      <h1>{name}</h1>
      {!isOverview && <p className="admin-lead property-page-name">{PROPERTY_PAGES[here].label}</p>}
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
        <Link to={`/admin/calendars#${slug}`} prefetch="intent">
          Calendars
        </Link>
        <a href={`/property/${slug}`}>What guests see</a>
      </nav>
    </>
  )
}
