import type { PropertyView } from '../properties.ts'
import { LocationMap } from './location-map.tsx'

/** Where the home is: a few places with their distances, and a drawn map of them. */
export function PropertyLocation({ map }: Pick<PropertyView, 'map'>) {
  if (!map) return null
  return (
    <section aria-labelledby="place-heading" className="property-place">
      <div>
        <h2 id="place-heading" className="heading-section mb-6">
          Where it is
        </h2>
        <p className="measure">{map.text}</p>
      </div>
      <figure>
        <LocationMap {...map} />
        <figcaption className="mt-3 text-xs text-muted">
          The lit window is the home, near enough. Places and distances are to scale; the land is drawn freely.
        </figcaption>
      </figure>
      <div>
        <ul className="border-t border-line">
          {map.places.map(({ name, distance }) => (
            <li key={name} className="place-row">
              <span>{name}</span> <span className="text-sm text-muted">{distance}</span>
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
