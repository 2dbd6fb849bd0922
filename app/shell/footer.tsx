import { Link } from 'react-router'
import type { RootData } from '#app/features/site/root-data.ts'
import { Mark } from './mark.tsx'

/** Links, places, the social profile and the year, on night. The giveaway is named when there is one. */
export function Footer({ site, year, giveaway }: Pick<RootData, 'site' | 'year' | 'giveaway'>) {
  return (
    <footer className="on-night">
      <div className="band py-14">
        <div className="grid gap-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.5fr]">
          <div>
            <p className="header-brand">
              <Mark />
              {site.brand}
            </p>
            <p className="mt-4 text-sm text-muted">{site.footerLine}</p>
            <form method="post" action="/newsletter" className="footer-form">
              <label htmlFor="letters">News by e-mail</label>
              <input id="letters" name="email" type="email" autoComplete="email" required className="field-control" />
              <button type="submit" className="button button-outline">
                Sign up
              </button>
            </form>
          </div>
          <ul className="footer-links">
            <li>
              <Link to="/#properties">Properties</Link>
            </li>
            <li>
              <Link to="/contact">Contact</Link>
            </li>
            <li>
              <Link to="/host-with-us">Host with Us</Link>
            </li>
          </ul>
          <ul className="footer-links">
            {giveaway && (
              <li>
                <Link to="/staycation">Win a free stay</Link>
              </li>
            )}
            {site.social && (
              <li>
                <a href={site.social.url} rel="me noopener">
                  {site.social.name}
                </a>
              </li>
            )}
            <li>
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </li>
          </ul>
          <ul className="pt-2.5 text-sm text-muted">
            {site.locations.map((location) => (
              <li key={location}>{location}</li>
            ))}
          </ul>
        </div>
        <ul className="footer-end">
          <li>
            © {year} {site.brand}
          </li>
          {site.legal.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
