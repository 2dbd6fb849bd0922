import type { PropertyView } from '../properties.ts'

/** The number of amenities on the page before all of them are requested. */
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
          <div className="amenities-first">
            <AmenityGroups groups={firstOf(amenityGroups)} />
          </div>
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

/** Some of each group: the first item of each, then the second of each, up to `FIRST` in all. */
function firstOf(groups: Groups): Groups {
  const ranked = groups.flatMap(({ items }, group) => items.map((_, at) => ({ group, at })))
  const first = ranked.toSorted((a, b) => a.at - b.at).slice(0, FIRST)
  return groups
    .map((group, index) => ({
      ...group,
      items: group.items.slice(0, first.filter((one) => one.group === index).length),
    }))
    .filter(({ items }) => items.length > 0)
}

function AmenityGroups({ groups }: { groups: Groups }) {
  return (
    <div className="amenities">
      {groups.map((group) => (
        <div key={group.name} className="amenity-group">
          <h3 className="mb-1 font-display text-xl">{group.name}</h3>
          <ul>
            {group.items.map((item) => (
              <li key={item} className="amenity">
                {item}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
