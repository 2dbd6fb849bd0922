import type { PropertyView } from './properties.ts'
import { HairlineList } from './property-story.tsx'

/** What is in the home, in the groups of its page. */
export function PropertyAmenities({ home }: { home: PropertyView }) {
  const { amenitiesHeading, amenityGroups } = home.presentation
  if (amenityGroups.length === 0) return null
  return (
    <section aria-labelledby="amenities-heading">
      <h2 id="amenities-heading" className="heading-section mb-6">
        {amenitiesHeading}
      </h2>
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {amenityGroups.map((group) => (
          <div key={group.name}>
            <h3 className="mb-1 font-display text-xl">{group.name}</h3>
            <HairlineList items={group.items} />
          </div>
        ))}
      </div>
    </section>
  )
}
