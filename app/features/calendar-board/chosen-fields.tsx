import type { ChangeEvent } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { addDays, isIsoDate, nightsBetween } from '#app/shared/dates.ts'
import { TextField } from '#app/ui/form/field.tsx'
import type { BoardProperty } from './board.ts'
import { type Chosen, calendarPath } from './calendar-address.ts'
import { Continue, Pills } from './form-parts.tsx'
import { isOnChosenWeekday, type NightChoice, WEEKDAY_CHOICES } from './plan-change.ts'

type Props = { properties: BoardProperty[]; chosen: Chosen }

/** Goes to the same change for other homes or dates. */
function useChoose() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (change: { properties?: string; first?: string; last?: string }) =>
    navigate(calendarPath(query, change), { replace: true, preventScrollReset: true })
}

/** One press for all homes of a place, or all there are. */
function PropertyGroups({ properties, chosen }: Props) {
  const choose = useChoose()
  return (
    <p className="sheet-groups needs-script">
      {groupsOf(properties, chosen).map(({ text, slugs }) => (
        <button key={text} type="button" onClick={() => choose({ properties: slugs.join(',') })}>
          {text}
        </button>
      ))}
    </p>
  )
}

type WhichProps = {
  chosen: Chosen
  only: NightChoice['only']
  onOnly: (only: NightChoice['only']) => void
}

/** Only some weekdays, where there are several kinds. */
export function WhichNights({ chosen, only, onOnly }: WhichProps) {
  const [query] = useSearchParams()
  if (!hasBothKinds(chosen)) return null
  return (
    <Form action="/admin/calendar" preventScrollReset className="sheet-form">
      {[...query]
        .filter(([name]) => name !== 'only')
        .map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
      <Pills legend="Which nights" name="only" options={WEEKDAY_CHOICES} chosen={only} onChoose={onOnly} />
      <Continue text="Only these nights" />
    </Form>
  )
}

/** Other homes, other dates. With script the address follows at once. */
export function OtherNights({ properties, chosen }: Props) {
  const [query] = useSearchParams()
  const choose = useChoose()
  const toggle = (slug: string, isIn: boolean) => {
    const slugs = isIn ? [...chosen.slugs, slug] : chosen.slugs.filter((one) => one !== slug)
    if (slugs.length > 0) choose({ properties: slugs.join(',') })
  }
  const date = (name: 'first' | 'last') => ({
    type: 'date',
    name,
    value: chosen[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      isIsoDate(target.value) && choose({ [name]: target.value }),
  })
  return (
    <Form action="/admin/calendar" preventScrollReset className="sheet-form">
      {['day', 'property', 'what'].map((name) => (
        <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />
      ))}
      <PropertyGroups properties={properties} chosen={chosen} />
      <details>
        <summary>Other homes or dates</summary>
        <TextField label="First night" {...date('first')} />
        <TextField label="Last night" {...date('last')} />
        <fieldset className="admin-choice">
          <legend>Homes</legend>
          {properties.map(({ slug, name }) => (
            <label key={slug}>
              <input
                type="checkbox"
                name="properties"
                value={slug}
                checked={chosen.slugs.includes(slug)}
                onChange={(event) => toggle(slug, event.target.checked)}
              />{' '}
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <Continue text="Choose these nights" />
      </details>
    </Form>
  )
}

/** Whether there are weekend nights and others. */
function hasBothKinds({ first, last }: Chosen): boolean {
  const count = Math.min(7, nightsBetween(first, last) + 1)
  const kinds = Array.from({ length: Math.max(0, count) }, (_, at) => isOnChosenWeekday(addDays(first, at), 'weekend'))
  return kinds.includes(true) && kinds.includes(false)
}

/** The homes of one place, and all homes, unless they are what is chosen. */
function groupsOf(properties: BoardProperty[], { slugs }: Chosen) {
  const places = [...Map.groupBy(properties, ({ location }) => location)].map(([location, properties]) => ({
    text: `All ${properties.length} in ${location.split(',')[0]}`,
    slugs: properties.map(({ slug }) => slug),
  }))
  const all = { text: `All ${properties.length} homes`, slugs: properties.map(({ slug }) => slug) }
  const isOther = (group: typeof all) => group.slugs.length > 1 && group.slugs.join() !== slugs.join()
  return [...(places.length > 1 && places.length < 5 ? places : []), all].filter(isOther)
}
