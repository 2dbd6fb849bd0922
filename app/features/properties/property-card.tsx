import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { countOf } from '#app/shared/words.ts'
import type { PropertyCard as Card } from './properties.ts'
import { capacityText } from './properties.ts'

/** A property as a large image with the facts groups ask for first and the main highlight. The whole card is a link. */
export function PropertyCard({ property: home, sizes }: { property: Card; sizes: string }) {
  return (
    <article className="property-card">
      <div className="property-card-picture">
        {home.picture && <ResponsiveImage picture={home.picture} sizes={sizes} />}
        {home.badge && <p className="on-night">{home.badge}</p>}
      </div>
      <h3 className="heading-small">
        <Link to={home.path} prefetch="intent" viewTransition>
          {home.name}
        </Link>
      </h3>
      <ul>
        <li>{home.location}</li>
        <li>{capacityText(home)}</li>
        <li>{countOf(home.bedrooms, 'bedroom')}</li>
        <li>{countOf(home.bathrooms, 'bath')}</li>
      </ul>
      <p className="measure">{home.cardText}</p>
    </article>
  )
}
