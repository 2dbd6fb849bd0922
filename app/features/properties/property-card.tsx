import { Link } from 'react-router'
import { Picture } from '#app/features/media/picture.tsx'
import { countOf } from '#app/shared/words.ts'
import { capacityText } from './capacity-text.ts'
import type { PropertyCard as Card } from './properties.ts'

/** A home as a large picture with the facts a group asks first, the whole of it a link. */
export function PropertyCard({ home, sizes }: { home: Card; sizes: string }) {
  return (
    <article className="property-card group relative">
      <div className="relative aspect-[3/2] overflow-hidden rounded-md bg-drift">
        {home.picture && <Picture picture={home.picture} sizes={sizes} className="size-full object-cover" />}
        {home.badge && (
          <p className="on-night absolute top-4 left-0 px-4 py-2 text-xs font-semibold tracking-wide text-lit">
            {home.badge}
          </p>
        )}
      </div>
      <h3 className="heading-small mt-5">
        <Link to={home.path} prefetch="intent" className="property-card-link">
          {home.name}
        </Link>
      </h3>
      <PropertyFactsLine home={home} />
      <p className="mt-2 measure">{home.cardText}</p>
    </article>
  )
}

/** Place, guests, bedrooms, baths on one line. */
function PropertyFactsLine({ home }: { home: Card }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <li>{home.location}</li>
      <li className="font-semibold text-ink">{capacityText(home)}</li>
      <li>{countOf(home.bedrooms, 'bedroom')}</li>
      <li>{countOf(home.bathrooms, 'bath')}</li>
    </ul>
  )
}
