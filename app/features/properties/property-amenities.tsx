import type { PropertyView } from './properties.ts'

/** How many amenities stand on the page before all of them are asked for. */
const FIRST = 8

/** The amenities: the first ones, and all of them in their groups behind a disclosure, which needs no script. */
export function PropertyAmenities({ property }: { property: PropertyView }) {
  const { amenitiesHeading, amenityGroups } = property.presentation
  if (amenityGroups.length === 0) return null
  const count = amenityGroups.reduce((sum, { items }) => sum + items.length, 0)
  const groups = <AmenityGroups groups={amenityGroups} />
  return (
    <section id="amenities" aria-labelledby="amenities-heading" className="property-amenities">
      <h2 id="amenities-heading" className="heading-section mb-6">
        {amenitiesHeading}
      </h2>
      {count > FIRST ? (
        <>
          <ul className="amenities amenities-first">
            {firstOf(amenityGroups).map((item) => (
              <Amenity key={item} item={item} />
            ))}
          </ul>
          <details className="amenities-all">
            <summary className="button button-outline">
              <span className="amenities-more">Show all {count} amenities</span>
              <span className="amenities-fewer">Show fewer</span>
            </summary>
            {groups}
          </details>
        </>
      ) : (
        groups
      )}
    </section>
  )
}

type Groups = PropertyView['presentation']['amenityGroups']

/** Some of each group: the first item of each, then the second of each. */
function firstOf(groups: Groups): string[] {
  const longest = Math.max(...groups.map(({ items }) => items.length))
  const rounds = Array.from({ length: longest }, (_, at) => groups.flatMap(({ items }) => items.slice(at, at + 1)))
  return rounds.flat().slice(0, FIRST)
}

function AmenityGroups({ groups }: { groups: Groups }) {
  return (
    <div className="amenities">
      {groups.map((group) => (
        <div key={group.name} className="amenity-group">
          <h3 className="mb-1 font-display text-xl">{group.name}</h3>
          <ul>
            {group.items.map((item) => (
              <Amenity key={item} item={item} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Amenity({ item }: { item: string }) {
  return <li className="amenity">{item}</li>
}
