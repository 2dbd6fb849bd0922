import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { MD } from '#app/shared/breakpoints.ts'
import type { ComparedProperty, Comparison } from './comparison.ts'

/** The homes as columns. On a phone each fact is a block of its own, in which every value names its home. */
export function ComparisonTable({ comparison: { properties, facts, asked } }: { comparison: Comparison }) {
  return (
    <table className="comparison-table" data-columns={properties.length}>
      <caption className="sr-only">{properties.map(({ name }) => name).join(', ')}, side by side</caption>
      <thead>
        <tr className="comparison-images">
          <td />
          {properties.map(({ slug, image }, index) => (
            <td key={slug}>
              <div className="property-card-image">
                {image && (
                  <ResponsiveImage image={{ ...image, alt: '' }} sizes={`${MD} 18rem, 46vw`} priority={index < 2} />
                )}
              </div>
            </td>
          ))}
        </tr>
        <tr className="comparison-names">
          <td />
          {properties.map(({ slug, name, path }) => (
            <th key={slug} scope="col">
              <Link to={path} viewTransition>
                {name}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="comparison-prices">
          <th scope="row">{asked ? 'Total' : 'Price'}</th>
          {properties.map((property) => (
            <td key={property.slug} data-name={property.name}>
              <Offer property={property} />
            </td>
          ))}
        </tr>
        {[{ label: 'Where', values: properties.map(({ location }) => location) }, ...facts].map(({ label, values }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {properties.map(({ slug, name }, index) => (
              <td key={slug} data-name={name}>
                {values[index] ?? <span className="text-muted">Not listed</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Offer({ property: { name, path, offer, open } }: { property: ComparedProperty }) {
  const isOpen = offer?.total != null
  return (
    <div className="comparison-offer">
      {isOpen && <strong>{offer.total}</strong>}
      {isOpen && offer.shares.map((share) => <span key={share}>{share}</span>)}
      {offer?.total === null && <b>{offer.words}</b>}
      {open && (
        <span>
          {open.before}
          <span className="whitespace-nowrap">{open.dates}</span> <b>{open.total}</b>
          {open.after}
        </span>
      )}
      <Link
        to={`${path}#book`}
        className={`button ${isOpen ? 'button-ember' : 'button-outline'} mt-3 flex w-fit print:hidden`}
      >
        {isOpen ? 'Book' : 'Check dates'}
        <span className="sr-only">: {name}</span>
      </Link>
    </div>
  )
}
