import type { ReactNode } from 'react'
import type { NextOpen } from '#app/features/availability/next-open.ts'
import { SaveButton } from '#app/features/properties/card/save-button.tsx'
import { ImageStrip } from '#app/features/properties/gallery/image-strip.tsx'
import { capacityText, type PropertyCard } from '#app/features/properties/properties.ts'
import { LG, SM } from '#app/shared/breakpoints.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { wayBackTo } from '#app/shared/paths/way-back.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { comparisonPath, MOST_COMPARED } from '../comparison/comparison.ts'
import { type AlternativeStay, type FoundView, propertyLink, type ResultsView, searchLink } from '../search.ts'
import { CombinationList } from './combination-list.tsx'
import { MissingList } from './missing-list.tsx'
import { NoResults, OtherWays } from './no-results.tsx'
import { PriceShares } from './price-shares.tsx'
import { ResultsHead } from './results-head.tsx'

/** Everything below the search form. `base` is the origin of links and images: empty on this site. */
export function SearchResults({ view, base = '' }: { view: ResultsView; base?: string }) {
  return (
    <div className="stay-page stay-found" data-summary={summaryOf(view)}>
      {view.state === 'no-dates' && <PropertyList {...view} base={base} />}
      {view.state === 'refused' && <p className="stay-note stay-refused">{view.message}</p>}
      {view.state === 'refused' && view.plain && (
        <p className="stay-actions">
          <a className="button button-outline" href={`?${view.plain}`}>
            Search without filters
          </a>
        </p>
      )}
      {view.state === 'found' && <Found view={view} base={base} />}
    </div>
  )
}

/** The results in one sentence, for screen readers. */
function summaryOf(view: ResultsView): string {
  if (view.state === 'no-dates') return ''
  if (view.state === 'refused') return view.message
  const { count, alternatives, combinations } = view.answer
  return [
    countOf(count, 'home available', 'homes available'),
    combinations.length > 0 && countOf(combinations.length, 'way to stay together', 'ways to stay together'),
    alternatives.length > 0 &&
      countOf(alternatives.length, 'home available on other dates', 'homes available on other dates'),
  ]
    .filter(Boolean)
    .join(', ')
}

function Found({ view, base }: { view: FoundView; base: string }) {
  const { answer, query, stay } = view
  const { properties, count, combinations, alternatives, nextCursor } = answer
  return (
    <>
      <ResultsHead view={view} />
      {count === 0 && <NoResults view={view} />}
      {properties.length > 0 && <FreeList view={view} base={base} />}
      <CompareLink properties={properties} stay={stay} base={base} />
      {nextCursor && (
        <p className="stay-actions">
          <a className="button button-outline" href={searchLink(query, { cursor: nextCursor })}>
            Show more homes
          </a>
        </p>
      )}
      {combinations.length > 0 && <CombinationList view={view} base={base} />}
      {alternatives.length > 0 && <AlternativeList view={view} base={base} />}
      {view.missing.length > 0 && <MissingList view={view} base={base} />}
      {count === 0 && <OtherWays stay={stay} base={base} />}
    </>
  )
}

/** The first of these homes side by side. */
function CompareLink({ properties, stay, base }: { properties: { slug: string }[]; stay: Stay | null; base: string }) {
  if (properties.length < 2) return null
  const slugs = properties.map(({ slug }) => slug)
  return (
    <p className="stay-actions">
      <a className="button button-outline" href={base + comparisonPath(slugs, stay)}>
        Compare {properties.length > MOST_COMPARED ? `the first ${MOST_COMPARED}` : 'these homes'} side by side
      </a>
    </p>
  )
}

/** Free properties, one per row, with the whole price on the right. */
function FreeList({ view: { answer, stay, query }, base }: { view: FoundView; base: string }) {
  const href = ({ path }: Pick<PropertyCard, 'path'>) => propertyLink(path, stay, { base, query })
  return (
    <ul className="stay-results">
      {answer.properties.map((property, index) => (
        <ResultRow key={property.id} property={property} href={href(property)} base={base} first={index === 0}>
          <strong>{formatAmount(property.total)}</strong>
          <span>{countOf(property.nights, 'night')}, taxes and fees included</span>
          <PriceShares {...property} party={stay} />
          <a className="button button-ember stay-result-link" href={href(property)}>
            View this home<span className="sr-only">: {property.name}</span>
          </a>
        </ResultRow>
      ))}
    </ul>
  )
}

/** The nearest free stay of each property that is not free on the searched dates. */
function AlternativeList({ view: { answer, stay, query }, base }: { view: FoundView; base: string }) {
  const href = ({ path, checkIn, checkOut }: AlternativeStay) =>
    propertyLink(path, { ...stay, checkIn, checkOut }, { base, query })
  return (
    <section aria-labelledby="other-dates">
      <h2 id="other-dates" className="stay-heading">
        Available near your dates
      </h2>
      <ul className="stay-results">
        {answer.alternatives.map((property) => (
          <ResultRow key={property.id} property={property} href={href(property)} base={base} first={false} heading="h3">
            <strong>{formatAmount(property.total)}</strong>
            <b>
              {formatDate(property.checkIn)} to {formatDate(property.checkOut)}
            </b>
            <span>{countOf(property.nights, 'night')}, taxes and fees included</span>
            <PriceShares {...property} party={stay} />
            <a className="button button-outline stay-result-link" href={href(property)}>
              See these dates<span className="sr-only">: {property.name}</span>
            </a>
          </ResultRow>
        ))}
      </ul>
    </section>
  )
}

const CHOOSE_DATES = 'Add your dates to see what’s available and the full price.'

type PropertyListProps = {
  properties: PropertyCard[]
  nextOpen?: Map<string, NextOpen>
  base: string
  note?: string
  query?: string
}

/** All properties, if there is no search or it is unavailable. `query` is added to their links. */
export function PropertyList({ properties, nextOpen, base, note = CHOOSE_DATES, query = '' }: PropertyListProps) {
  // Dates that are chosen there lead back here.
  const back = base === '' && nextOpen ? wayBackTo('search', '') : ''
  return (
    <>
      <p className="stay-note">{note}</p>
      <ul className="stay-results">
        {properties.map((property, index) => (
          <ResultRow
            key={property.id}
            property={property}
            href={`${base}${property.path}${query || (back && `?${back}`)}`}
            base={base}
            first={index === 0}
          >
            <NextOpenPrice open={nextOpen?.get(property.id)} address={`${base}${property.path}`} back={back} />
            <a
              className="button button-outline stay-result-link"
              href={`${base}${property.path}${query || (back && `?${back}`)}#book`}
            >
              Check availability<span className="sr-only">: {property.name}</span>
            </a>
          </ResultRow>
        ))}
      </ul>
    </>
  )
}

/** The next open stay in the place of a price, as a link to the property's page with these dates. */
function NextOpenPrice({ open, address, back }: { open: NextOpen | undefined; address: string; back: string }) {
  if (!open) return null
  if (open.dates === null) return <span>{open.words}</span>
  return (
    <a className="stay-next" href={`${address}?${open.query}${back && `&${back}`}`}>
      <b>Next available: {open.dates}</b>
      <strong>{open.total} total</strong>
      <span>Taxes and fees included</span>
    </a>
  )
}

type RowProps = {
  property: PropertyCard | Omit<PropertyCard, 'badge'>
  /** The target of its photos. */
  href: string
  base: string
  /** Whether its image is on the first screen. */
  first: boolean
  /** A list below its own heading starts one level deeper. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A property as a row: image, facts, and on the right its price or link. */
function ResultRow({ property, href, base, first, heading: Heading = 'h2', children }: RowProps) {
  return (
    <li className="stay-result">
      <div className="stay-result-image">
        {property.images.length > 0 && (
          <ImageStrip
            property={property}
            sizes={`${LG} 24rem, ${SM} 42vw, 100vw`}
            first={first}
            base={base}
            link={(images, tabIndex) => (
              <a href={href} tabIndex={tabIndex}>
                {images}
              </a>
            )}
          />
        )}
      </div>
      <div className="stay-result-words">
        <div className="stay-result-title">
          <Heading className="stay-result-name">{property.name}</Heading>
          {base === '' && <SaveButton slug={property.slug} name={property.name} />}
        </div>
        <p className="stay-result-facts">
          <span>{property.location}</span>
          <b>{capacityText(property)}</b>
          <span>{countOf(property.bedrooms, 'bedroom')}</span>
          <span>{countOf(property.bathrooms, 'bath')}</span>
        </p>
        <p>{property.cardText}</p>
      </div>
      <div className="stay-result-price">{children}</div>
    </li>
  )
}
