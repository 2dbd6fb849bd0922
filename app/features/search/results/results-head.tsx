import type { ReactNode } from 'react'
import { formatAmount } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { SelectField, TextField } from '#app/ui/form/field.tsx'
import { type FilterParam, type FoundView, filterLabels, priceSteps, SORTS, type Sort, searchLink } from '../search.ts'

/** With fewer properties to choose from, nobody needs filters. */
const FEW = 3

const SORT_WORDS: Record<Sort, string> = {
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  newest: 'Newest',
  popular: 'Most popular',
}

const RECOMMENDED = 'Recommended'

/** The number of results, their order, and the filters. */
export function ResultsHead({ view }: { view: FoundView }) {
  const { answer, options, query, choices } = view
  // The place is a field of the search form.
  const active = filterLabels(options).filter(({ filter }) => filter !== 'location')
  const start = options.cursor?.shown ?? 0
  const isPart = answer.properties.length < answer.count && answer.properties.length > 0
  return (
    <div className="stay-head">
      {answer.count > 0 ? (
        <p className="stay-count">
          {countOf(answer.count, 'home available', 'homes available')}
          {isPart && `, showing ${start + 1} to ${start + answer.properties.length}`}
        </p>
      ) : (
        <p className="stay-result-name">{noResultsWords(view, active.length > 0 || options.location !== undefined)}</p>
      )}
      {(choices.properties > FEW || active.length > 0) && <FilterForm view={view} active={active.length} />}
      {answer.count > 1 && <SortLinks sort={options.sort} query={query} />}
      {active.length > 0 && (
        <ul className="stay-active-filters" aria-label="Active filters">
          {active.map(({ words, without }) => (
            <li key={words}>
              <a className="button button-outline button-quiet" href={searchLink(query, without)}>
                <span className="sr-only">Remove: </span>
                {words}
                <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function noResultsWords({ answer }: FoundView, isFiltered: boolean): string {
  if (answer.limit?.part === 'guests') return 'None of our homes sleeps that many.'
  if (answer.limit) return 'None of our homes fits your whole group.'
  if (isFiltered) return 'Nothing available matches all of your filters.'
  if (answer.combinations.length > 0) return 'No single home has room for all of you on those dates.'
  return 'Nothing is available for those dates and that many guests.'
}

/** The orders as links in a disclosure; opening it closes the filters. */
function SortLinks({ sort, query }: { sort: Sort | undefined; query: string }) {
  const link = (name: Sort | null, words: string) => (
    <a key={words} href={searchLink(query, { sort: name })} aria-current={(sort ?? null) === name ? 'true' : undefined}>
      {words}
    </a>
  )
  return (
    <details className="stay-sorts" name="stay-head">
      <summary className="button button-outline button-quiet">
        <span>
          Sort<b>: {sort ? SORT_WORDS[sort] : RECOMMENDED}</b>
        </span>
      </summary>
      <nav aria-label="Sort by">
        {link(null, RECOMMENDED)}
        {SORTS.map((name) => link(name, SORT_WORDS[name]))}
      </nav>
    </details>
  )
}

/** Choices of `flexible`, in days. */
const DAYS = [1, 3, 7]

/** The parameters that the form's fields replace; the others are passed on. */
const FIELDS: FilterParam[] = ['propertyType', 'bedrooms', 'maxPrice', 'amenities', 'flexible']

/** A plain form in a disclosure: it works without JavaScript, and the address carries its values. */
function FilterForm({ view, active }: { view: FoundView; active: number }) {
  const { query } = view
  const others = [...new URLSearchParams(query)].filter(([name]) => !FIELDS.some((field) => field === name))
  return (
    <details className="stay-filters" name="stay-head">
      <summary className="button button-outline button-quiet">Filters{active > 0 && ` (${active})`}</summary>
      <form method="get" className="stay-filter-form">
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterChoices view={view} />
        <AmenityChoices view={view} />
        <div className="stay-actions">
          <button type="submit" className="button button-outline">
            Show homes
          </button>
          {active > 0 && (
            <a
              className="button button-quiet"
              href={searchLink(query, Object.fromEntries([...FIELDS, 'minPrice'].map((name) => [name, null])))}
            >
              Clear filters
            </a>
          )}
        </div>
      </form>
    </details>
  )
}

function FilterChoices({ view: { options, choices, answer } }: { view: FoundView }) {
  const bedrooms = Array.from({ length: Math.min(8, choices.bedrooms) }, (_, index) => index + 1)
  const totals = priceSteps(answer.totals, options.maxPrice)
  return (
    <>
      {choices.propertyTypes.length > 1 && (
        <Choice name="propertyType" label="Home type" any="Any type" value={options.propertyType}>
          {textOptions(choices.propertyTypes, options.propertyType)}
        </Choice>
      )}
      <Choice name="bedrooms" label="Bedrooms" any="Any" value={options.bedrooms}>
        {bedrooms.map((count) => (
          <option key={count} value={count}>
            {count}+ bedrooms
          </option>
        ))}
      </Choice>
      {totals.length > 0 && (
        <Choice name="maxPrice" label="Total price" any="Any" value={options.maxPrice}>
          {totals.map((total) => (
            <option key={total} value={total}>
              Up to {formatAmount(total)}
            </option>
          ))}
        </Choice>
      )}
      <Choice name="flexible" label="Dates" any="Exact dates" value={options.flexible}>
        {DAYS.map((days) => (
          <option key={days} value={days}>
            ± {countOf(days, 'day')}
          </option>
        ))}
      </Choice>
    </>
  )
}

/** Check boxes for the amenities among the facts, and a field for all others. They share a name: the address has one list. */
function AmenityChoices({ view: { options, choices } }: { view: FoundView }) {
  const chosen = options.amenities ?? []
  return (
    <>
      <TextField
        name="amenities"
        label="Amenities"
        placeholder="hot tub, fireplace"
        defaultValue={chosen.filter((amenity) => !choices.features.includes(amenity)).join(', ')}
        maxLength={400}
      />
      {choices.features.length > 0 && (
        <fieldset className="stay-filter-checks">
          <legend className="sr-only">Amenities</legend>
          {choices.features.map((feature) => (
            <label key={feature}>
              <input type="checkbox" name="amenities" value={feature} defaultChecked={chosen.includes(feature)} />
              {feature}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

type ChoiceProps = {
  name: FilterParam
  label: string
  any: string
  value: string | number | undefined
  children: ReactNode
}

function Choice({ name, label, any, value, children }: ChoiceProps) {
  return (
    <SelectField name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{any}</option>
      {children}
    </SelectField>
  )
}

/** The offered values, plus the one in the address if it is a custom one. */
function textOptions(texts: string[], chosen = '') {
  const all = chosen && !texts.includes(chosen) ? [chosen, ...texts] : texts
  return all.map((text) => (
    <option key={text} value={text}>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </option>
  ))
}
