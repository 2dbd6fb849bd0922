import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RootData } from '#app/features/site/root-data.ts'
import { HONEYPOT_FIELD } from '#app/shared/honeypot.ts'
import { Mark } from './logo.tsx'
import { useStayQuery } from './use-stay-query.ts'

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h2>{name}</h2>
      <ul>{children}</ul>
    </div>
  )
}

type ToProps = { to: string; children: string } & Partial<ReturnType<typeof useStayQuery>['listen']>

const To = ({ to, children, ...listen }: ToProps) => (
  <li>
    <Link to={to} viewTransition {...listen}>
      {children}
    </Link>
  </li>
)

/**
 * Newsletter form, links to the properties, contact, location, and legal links. Homes, the giveaway and the journal are
 * listed while there is one.
 */
export function Footer({ site, year, giveaway, journal }: Pick<RootData, 'site' | 'year' | 'giveaway' | 'journal'>) {
  const { asked, listen } = useStayQuery()
  return (
    <footer className="footer on-night">
      <div className="band footer-band">
        <div>
          <p className="brand">
            <Mark logo={site.logo} />
            <span>{site.brand}</span>
          </p>
          <p>{site.footerLine}</p>
          <form method="post" action="/newsletter" className="footer-form">
            <label htmlFor="letters">{site.footer.letters}</label>
            <input id="letters" name="email" type="email" autoComplete="email" required className="field-control" />
            <input name={HONEYPOT_FIELD} hidden autoComplete="off" />
            <button type="submit" className="button button-outline">
              {site.footer.action}
            </button>
          </form>
        </div>
        <Group name={site.hasProperties ? 'Stay' : site.brand}>
          {site.hasProperties && (
            <>
              <To to={`/${asked}#properties`} {...listen}>
                Properties
              </To>
              <To to={`/search${asked}`} {...listen}>
                Search by dates
              </To>
              <To to={`/compare${asked}`} {...listen}>
                Saved homes
              </To>
            </>
          )}
          {giveaway && <To to="/staycation">Win a free stay</To>}
          <To to="/host-with-us">Host with Us</To>
          {journal && <To to="/journal">Journal</To>}
        </Group>
        <Group name="Contact">
          <To to="/contact">Contact</To>
          <li>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
          {site.social && (
            <li>
              <a href={site.social.url} rel="me noopener">
                {site.social.name}
              </a>
            </li>
          )}
          <li>
            {site.footer.reply}, {site.responseTime}.
          </li>
        </Group>
        {site.locations.length > 0 && (
          <Group name="Locations">
            {site.locations.map((location) => (
              <li key={location}>{location}</li>
            ))}
          </Group>
        )}
        <ul>
          <li>
            © {year} {site.brand}
          </li>
          {site.legal.map(({ path, title }) => (
            <To key={path} to={path}>
              {title}
            </To>
          ))}
        </ul>
      </div>
    </footer>
  )
}
