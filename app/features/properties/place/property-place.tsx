import type { PropertyView } from '../properties.ts'
import { PlaceMap } from './place-map.tsx'
import { distanceText, milesBetween, type Point, windTo } from './surroundings.ts'

/** Where the home is: a few places with their distances, and a drawn map of them. */
export function PropertyPlace({ home }: { home: PropertyView }) {
  const { surroundings } = home.presentation
  if (!surroundings || home.latitude === null || home.longitude === null) return null
  const at: Point = [home.latitude, home.longitude]
  const places = surroundings.places
    .map((place) => ({ ...place, miles: milesBetween(at, place.at) }))
    .sort((a, b) => a.miles - b.miles)
  return (
    <section aria-labelledby="place-heading" className="property-place">
      <div>
        <h2 id="place-heading" className="heading-section mb-6">
          Where it is
        </h2>
        <p className="measure">{surroundings.text}</p>
      </div>
      <figure>
        <PlaceMap surroundings={surroundings} home={at} />
        <figcaption className="mt-3 text-xs text-muted">
          The lit window is the home, near enough. Places and distances are to scale; the land is drawn freely.
        </figcaption>
      </figure>
      <div>
        <ul className="border-t border-line">
          {places.map(({ name, miles, at: there }) => (
            <li key={name} className="place-row">
              <span>{name}</span> <span className="text-sm text-muted">{distanceText(miles, windTo(at, there))}</span>
            </li>
          ))}
        </ul>
        <p className="measure mt-4 text-sm text-muted">
          As the crow flies, from a point near the home and not from its door; the road is longer.
        </p>
      </div>
    </section>
  )
}
