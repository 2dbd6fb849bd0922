import type { AvailableHome } from '#app/features/availability/availability.ts'
import { capacityText } from '#app/features/properties/properties.ts'
import { formatMoney } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'

/** Free homes, one a row, the whole price on the right. `base` is the site that the links lead to. */
export function ResultsList({ homes, stay, base = '' }: { homes: AvailableHome[]; stay: Stay; base?: string }) {
  if (homes.length === 0) {
    return (
      <div className="stay-note">
        <p>No home is free for these dates and this party. Other dates, or a smaller party, may find one.</p>
        <p>
          <a className="link" href={`${base}/contact`}>
            Write to us
          </a>{' '}
          and we look for you.
        </p>
      </div>
    )
  }
  return (
    <ul className="stay-results">
      {homes.map((home) => (
        <li key={home.id} className="stay-result">
          {home.picture && (
            <img
              className="stay-result-picture"
              src={`${base}${home.picture.src}?w=640`}
              srcSet={[320, 640, 828, 1280]
                .map((width) => `${base}${home.picture?.src}?w=${width} ${width}w`)
                .join(', ')}
              sizes="(min-width: 56rem) 24rem, 100vw"
              width={home.picture.width}
              height={home.picture.height}
              alt={home.picture.alt}
              loading="lazy"
            />
          )}
          <div>
            <h2 className="stay-result-name">{home.name}</h2>
            <p className="stay-result-facts">
              {[
                home.location,
                capacityText(home),
                countOf(home.bedrooms, 'bedroom'),
                countOf(home.bathrooms, 'bath'),
              ].map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
            <p>{home.cardText}</p>
          </div>
          <div className="stay-result-price">
            <strong>{formatMoney(home.total)}</strong>
            <span>{countOf(home.nights, 'night')}, taxes and fees included</span>
            <a className="button button-ember" href={`${base}${home.path}?${stayToQuery(stay)}`}>
              See this home
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}
