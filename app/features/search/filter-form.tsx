import type { ReactNode } from 'react'
import { countOf } from '#app/shared/words.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { priceSteps, stepWords } from './filter-labels.ts'
import { type FilterParam, type FoundView, searchLink } from './results.ts'

/** As many days around as are offered to choose from. */
const DAYS = [1, 3, 7]

/** What the fields say is asked anew; the rest of the address stays. */
const FIELDS: FilterParam[] = ['location', 'propertyType', 'bedrooms', 'maxPrice', 'amenities', 'flexible']

type Choice = { name: FilterParam; label: string; any: string; value: string | number | undefined; children: ReactNode }

function Choose({ name, label, any, value, children }: Choice) {
  return (
    <SelectField name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{any}</option>
      {children}
    </SelectField>
  )
}

const inWords = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const named = (texts: readonly string[]) =>
  texts.map((text) => (
    <option key={text} value={text}>
      {inWords(text)}
    </option>
  ))

/** The texts that are offered, with the one that an address asks for in words of its own. */
const withChosen = (texts: string[], chosen = '') => (chosen && !texts.includes(chosen) ? [chosen, ...texts] : texts)

/** A plain form behind a disclosure: it works without a script, and the address carries what it asks. */
export function FilterForm({ view, chosen }: { view: FoundView; chosen: number }) {
  const { query, wishes, choices, answer } = view
  const kept = [...new URLSearchParams(query)].filter(([name]) => !(FIELDS as string[]).includes(name))
  const bedrooms = Array.from({ length: Math.min(8, choices.bedrooms) }, (_, index) => index + 1)
  const totals = priceSteps(answer.totals, wishes.maxPrice)
  return (
    <details className="stay-filters">
      <summary className="button button-outline button-quiet">Filters{chosen > 0 && ` (${chosen})`}</summary>
      <form method="get" className="stay-filter-form">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {choices.locations.length > 1 && (
          <Choose name="location" label="Place" any="Any place" value={wishes.location}>
            {named(withChosen(choices.locations, wishes.location))}
          </Choose>
        )}
        {choices.propertyTypes.length > 1 && (
          <Choose name="propertyType" label="Kind of home" any="Any kind" value={wishes.propertyType}>
            {named(withChosen(choices.propertyTypes, wishes.propertyType))}
          </Choose>
        )}
        <Choose name="bedrooms" label="Bedrooms" any="Any number" value={wishes.bedrooms}>
          {bedrooms.map((count) => (
            <option key={count} value={count}>
              {countOf(count, 'bedroom')} or more
            </option>
          ))}
        </Choose>
        {totals.length > 0 && (
          <Choose name="maxPrice" label="Total, all included" any="Any total" value={wishes.maxPrice}>
            {totals.map((total) => (
              <option key={total} value={total}>
                {stepWords(total)} or less
              </option>
            ))}
          </Choose>
        )}
        <Choose name="flexible" label="Other dates" any="Just these dates" value={wishes.flexible}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              Up to {countOf(days, 'day')} earlier or later
            </option>
          ))}
        </Choose>
        <TextField
          name="amenities"
          label="It has"
          placeholder="hot tub, fireplace"
          defaultValue={wishes.amenities?.join(', ')}
          maxLength={400}
        />
        <div className="stay-ways">
          <button type="submit" className="button button-outline">
            Show homes
          </button>
          {chosen > 0 && (
            <a
              className="button button-quiet"
              href={searchLink(query, Object.fromEntries([...FIELDS, 'minPrice'].map((name) => [name, null])))}
            >
              Clear the filters
            </a>
          )}
        </div>
      </form>
    </details>
  )
}
