import type { PropertyView } from './properties.ts'

/** The amenities, in the groups of the property page. */
export function PropertyAmenities({ property }: { property: PropertyView }) {
  const { amenitiesHeading, amenityGroups } = property.presentation
  if (amenityGroups.length === 0) return null
  return (
    <section aria-labelledby="amenities-heading" className="property-amenities">
      <h2 id="amenities-heading" className="heading-section mb-6">
        {amenitiesHeading}
      </h2>
      <div className="amenities">
        {amenityGroups.map((group) => (
          <div key={group.name} className="amenity-group">
            <h3 className="mb-1 font-display text-xl">{group.name}</h3>
            <ul>
              {group.items.map((item) => (
                <li key={item} className="border-b border-border py-2">
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
