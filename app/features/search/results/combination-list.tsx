import { formatAmount } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { type FoundView, type PropertyCombination, propertyLink } from '../search.ts'
import { PriceShares } from './price-shares.tsx'

const NUMBERS: Record<number, string> = { 2: 'Two', 3: 'Three' }

/** Rounded, because the published locations are inexact. */
function distanceWords(miles: number | null): string {
  if (miles === null) return ''
  if (miles === 0) return ', less than half a mile apart'
  return `, about ${miles} ${miles === 1 ? 'mile' : 'miles'} apart in a straight line`
}

function countWords(combinations: PropertyCombination[]): string {
  const counts = new Set(combinations.map(({ properties }) => properties.length))
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
        Room for everyone, in {countWords(combinations)}
      </h2>
      <ul className="stay-results">
        {combinations.map(({ properties, location, miles, maxGuests, bedrooms, beds, nights, total }) => (
          <li key={properties.map(({ id }) => id).join()} className="stay-result">
            <div className="stay-result-image stay-images">
              {properties.map(
                ({ id, image }) =>
                  image && (
                    <img
                      key={id}
                      src={`${base}${image.src}?w=640`}
                      width={image.width}
                      height={image.height}
                      alt={image.alt}
                      loading="lazy"
                    />
                  ),
              )}
            </div>
            <div className="stay-result-words">
              <h3 className="stay-result-name">
                {NUMBERS[properties.length]} homes{distanceWords(miles)}
              </h3>
              <p className="stay-result-facts">
                <span>{location}</span>
                <b>{countOf(maxGuests, 'guest')}</b>
                <span>{countOf(bedrooms, 'bedroom')}</span>
                {beds > 0 && <span>{countOf(beds, 'bed')}</span>}
              </p>
              <ul className="stay-shares">
                {properties.map((property) => (
                  <li key={property.id}>
                    <a
                      className="link"
                      href={propertyLink(property.path, { ...stay, ...property.party }, { base, query })}
                    >
                      {property.name}
                    </a>
                    <span>
                      {partyWords(property.party)}: {formatAmount(property.total)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
            <div className="stay-result-price">
              <strong>{formatAmount(total)}</strong>
              <span>
                {countOf(nights, 'night')}, {properties.length === 2 ? 'both' : 'all three'} homes, taxes and fees
                included
              </span>
              <PriceShares total={total} nights={nights} party={stay} />
              <span>You book each home separately.</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
