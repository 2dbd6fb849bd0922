import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { type FoundView, type PropertyCombination, propertyLink } from './search.ts'

const NUMBERS: Record<number, string> = { 2: 'Two', 3: 'Three' }

/** Rounded, because the published locations are inexact. */
function distanceWords(miles: number | null): string {
  if (miles === null) return ''
  if (miles === 0) return ', less than half a mile apart'
  return `, about ${miles} ${miles === 1 ? 'mile' : 'miles'} apart in a straight line`
}

function homesWords(combinations: PropertyCombination[]): string {
  const counts = new Set(combinations.map(({ homes }) => homes.length))
  if (counts.size > 1) return 'two or three homes'
  return counts.has(3) ? 'three homes' : 'two homes'
}

/** Properties at one location that fit the party together: who sleeps where, and one total. */
export function CombinationList({ view, base }: { view: FoundView; base: string }) {
  const { answer, stay, query } = view
  const { combinations } = answer
  return (
    <section aria-labelledby="together">
      <h2 id="together" className="stay-heading">
        Room for everyone, in {homesWords(combinations)}
      </h2>
      <ul className="stay-results">
        {combinations.map(({ homes, location, miles, maxGuests, bedrooms, beds, nights, total }) => (
          <li key={homes.map(({ id }) => id).join()} className="stay-result">
            <div className="stay-result-image stay-images">
              {homes.map(
                ({ id, picture }) =>
                  picture && (
                    <img
                      key={id}
                      src={`${base}${picture.src}?w=640`}
                      width={picture.width}
                      height={picture.height}
                      alt={picture.alt}
                      loading="lazy"
                    />
                  ),
              )}
            </div>
            <div className="stay-result-words">
              <h3 className="stay-result-name">
                {NUMBERS[homes.length]} homes{distanceWords(miles)}
              </h3>
              <p className="stay-result-facts">
                <span>{location}</span>
                <b>{countOf(maxGuests, 'guest')}</b>
                <span>{countOf(bedrooms, 'bedroom')}</span>
                {beds > 0 && <span>{countOf(beds, 'bed')}</span>}
              </p>
              <ul className="stay-shares">
                {homes.map((property) => (
                  <li key={property.id}>
                    <a
                      className="link"
                      href={propertyLink(property.path, { ...stay, ...property.party }, { base, query })}
                    >
                      {property.name}
                    </a>
                    <span>
                      {partyWords(property.party)}: {formatMoney(property.total)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
            <div className="stay-result-price">
              <strong>{formatMoney(total)}</strong>
              <span>
                {countOf(nights, 'night')}, {homes.length === 2 ? 'both' : 'all three'} homes, taxes and fees included
              </span>
              <span>You book each home separately.</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
