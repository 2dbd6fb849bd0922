import { formatCount } from '#app/shared/words.ts'
import type { PropertyView } from '../properties.ts'

/** The headline facts as large figures between two hairlines. */
export function PropertyFacts({ property }: { property: PropertyView }) {
  const figures = [
    { value: String(property.maxGuests), label: property.maxGuests === 1 ? 'guest' : 'guests' },
    { value: String(property.bedrooms), label: property.bedrooms === 1 ? 'bedroom' : 'bedrooms' },
    { value: String(property.bathrooms), label: property.bathrooms === 1 ? 'bathroom' : 'bathrooms' },
    ...(property.floorArea ? [{ value: formatCount(property.floorArea), label: 'square feet' }] : []),
    ...property.presentation.extraFacts,
  ]
  return (
    <dl className="property-facts">
      {figures.map((figure) => (
        <div key={figure.label} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{figure.label}</dt>
          <dd className="property-figure">{figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
