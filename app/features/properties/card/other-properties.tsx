import { Link } from 'react-router'
import { LG, SM } from '#app/shared/breakpoints.ts'
import type { PropertyCard as Card, CardPrice } from '../properties.ts'
import { PropertyCard } from './property-card.tsx'

type Props = {
  properties: Card[]
  /** The price lines by property id. */
  prices: Map<string, CardPrice>
  /** The query of the stay that the links pass on: empty, or with its question mark. */
  query: string
  /** The address of the comparison with these. */
  comparison: string
}

/** Links to other properties at the end of a property page. */
export function OtherProperties({ properties, prices, query, comparison }: Props) {
  if (properties.length === 0) return null
  return (
    <section aria-labelledby="others-heading" className="other-properties">
      <h2 id="others-heading" className="heading-section mb-8">
        {properties.length === 1 ? 'Our other home' : 'Our other homes'}
      </h2>
      <div className="other-properties-cards">
        {properties.map((property) => (
          <PropertyCard
            key={property.id}
            property={{ ...property, path: property.path + query }}
            price={prices.get(property.id)}
            sizes={`${LG} 24rem, ${SM} 33vw, 100vw`}
          />
        ))}
      </div>
      <p className="mt-8">
        <Link to={comparison} className="button button-outline" viewTransition>
          Compare with this home
        </Link>
      </p>
    </section>
  )
}
