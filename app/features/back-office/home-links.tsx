import { Link } from 'react-router'

/** The pages about one home. */
const HOME_PAGES = [
  { page: 'prices', label: 'Prices and rules' },
  { page: 'facts', label: 'Facts and rooms' },
  { page: 'host', label: 'Host and questions' },
  { page: 'guide', label: 'Arrival guide' },
] as const
type HomePage = (typeof HOME_PAGES)[number]['page']

/** The head of a page about a home, with the way to its other pages. */
export function HomeHead({ slug, name, here }: { slug: string; name: string; here: HomePage }) {
  return (
    <>
      <p>
        <Link to="/admin/homes" className="link">
          Homes
        </Link>
      </p>
      <h1>{name}</h1>
      <p className="admin-lead">{HOME_PAGES.find(({ page }) => page === here)?.label}</p>
      <HomeLinks slug={slug} name={name} here={here} />
    </>
  )
}

export function HomeLinks({ slug, name, here }: { slug: string; name: string; here?: HomePage }) {
  return (
    <nav aria-label={name} className="admin-contact">
      {HOME_PAGES.filter(({ page }) => page !== here).map(({ page, label }) => (
        <Link key={page} to={`/admin/homes/${slug}/${page}`} prefetch="intent">
          {label}
        </Link>
      ))}
      <a href={`/property/${slug}`}>What guests see</a>
    </nav>
  )
}
