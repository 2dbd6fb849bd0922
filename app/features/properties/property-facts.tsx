import type { PropertyView } from './properties.ts'

/** The headline facts as large figures between two hairlines. */
export function PropertyFacts({ property: home }: { property: PropertyView }) {
  const figures = [
    { value: String(home.maxGuests), label: home.maxGuests === 1 ? 'guest' : 'guests' },
    { value: String(home.bedrooms), label: home.bedrooms === 1 ? 'bedroom' : 'bedrooms' },
    { value: String(home.bathrooms), label: home.bathrooms === 1 ? 'bathroom' : 'bathrooms' },
    ...(home.floorArea ? [{ value: new Intl.NumberFormat('en-US').format(home.floorArea), label: 'square feet' }] : []),
    ...home.presentation.extraFacts,
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
