import type { PropertyCard as Card } from './properties.ts'
import { PropertyCard } from './property-card.tsx'

/** Links to other properties at the end of a property page. */
export function OtherProperties({ properties }: { properties: Card[] }) {
  if (properties.length === 0) return null
  return (
    <section aria-labelledby="others-heading" className="other-properties">
      <h2 id="others-heading" className="heading-section mb-8">
        {properties.length === 1 ? 'The other home' : 'The other homes'}
      </h2>
      <div className="other-properties-cards">
        {properties.map((property) => (
          <PropertyCard
            key={property.id}
            property={property}
            sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 33vw, 100vw"
          />
        ))}
      </div>
    </section>
  )
}
