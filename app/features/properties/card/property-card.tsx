import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { countOf } from '#app/shared/words.ts'
import { ImageStrip } from '../gallery/image-strip.tsx'
import type { PropertyCard as Card, CardPrice } from '../properties.ts'
import { capacityText } from '../properties.ts'
import { SaveButton } from './save-button.tsx'

type Props = {
  property: Card
  sizes: string
  price?: CardPrice | undefined
}

/** A property as large photos with the facts groups ask for first and the main highlight. The whole card is a link. */
export function PropertyCard({ property, sizes, price }: Props) {
  const link = (children: ReactNode, tabIndex?: -1) => (
    <Link to={property.path} prefetch="intent" viewTransition tabIndex={tabIndex}>
      {children}
    </Link>
  )
  return (
    <article className="property-card link-card">
      <div className="property-card-image">
        {property.images.length > 1 ? (
          <ImageStrip property={property} sizes={sizes} link={link} />
        ) : (
          property.image && <ResponsiveImage image={property.image} sizes={sizes} />
        )}
        {property.badge && <p className="on-night">{property.badge}</p>}
        <SaveButton slug={property.slug} name={property.name} />
      </div>
      <h3 className="heading-small">{link(property.name)}</h3>
      <ul>
        <li>{property.location}</li>
        <li>{capacityText(property)}</li>
        <li>{countOf(property.bedrooms, 'bedroom')}</li>
        <li>{countOf(property.bathrooms, 'bath')}</li>
      </ul>
      <p className="property-card-line">{property.cardText}</p>
      {price && (
        <p className="property-card-price">
          {price.before}
          <span className="whitespace-nowrap">{price.dates}</span> <strong>{price.total}</strong>
          {price.after}
          {price.shares && <span className="block text-balance">{price.shares}</span>}
        </p>
      )}
    </article>
  )
}
