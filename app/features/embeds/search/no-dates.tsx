import type { PropertyCard } from '#app/features/properties/properties.ts'
import { HomeRow } from './home-row.tsx'

/** In the place of results before any dates are chosen: the homes. */
export function NoDates({ homes, base }: { homes: PropertyCard[]; base: string }) {
  return (
    <>
      <p className="stay-note">Choose your dates to see which homes are free, and for how much in all.</p>
      <ul className="stay-results">
        {homes.map((home, index) => (
          <HomeRow key={home.id} home={home} base={base} first={index === 0}>
            <a className="button button-outline" href={`${base}${home.path}#book`}>
              See its free nights<span className="sr-only">: {home.name}</span>
            </a>
          </HomeRow>
        ))}
      </ul>
    </>
  )
}
