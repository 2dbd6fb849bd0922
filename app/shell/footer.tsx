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
        <p className="mt-12 border-t border-line pt-6 text-sm text-muted">
          © {year} {site.brand}
        </p>
      </div>
    </footer>
  )
}
