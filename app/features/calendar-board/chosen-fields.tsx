import type { ChangeEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isIsoDate } from '#app/shared/dates.ts'
import { TextField } from '#app/ui/form/field.tsx'
import type { BoardProperty } from './board.ts'
import { type Chosen, calendarPath } from './calendar-address.ts'
import type { ChangeDraft } from './change-form.ts'

type Props = { properties: BoardProperty[]; chosen: Chosen }

/** Goes to the same change for other homes or dates. */
function useChoose() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (change: { properties?: string; first?: string; last?: string }) =>
    navigate(calendarPath(query, change), { replace: true, preventScrollReset: true })
}

/** One press for all homes of a place, or all there are. */
export function PropertyGroups({ properties, chosen }: Props) {
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

type MoreProps = Props & { draft: ChangeDraft; onChange: (draft: ChangeDraft) => void }

/** Other homes, other dates, and a note. With script the address follows at once. */
export function MoreFields({ properties, chosen, draft, onChange }: MoreProps) {
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
    <details className="sheet-more">
      <summary>Homes, dates, and {draft.what === 'price' ? 'reason' : 'note'}</summary>
      <NoteField draft={draft} onChange={onChange} />
      <div className="sheet-dates">
        <TextField label="First night" className="grow basis-36" {...date('first')} />
        <TextField label="Last night" className="grow basis-36" {...date('last')} />
      </div>
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
    </details>
  )
}

function NoteField({ draft, onChange }: Pick<MoreProps, 'draft' | 'onChange'>) {
  if (draft.what === 'minimum') return null
  const name = draft.what === 'price' ? 'reason' : 'note'
  return (
    <TextField
      label={name === 'reason' ? 'Reason of the price' : 'Note'}
      hint={name === 'reason' ? 'Optional. Guests read it.' : 'Optional. Only you and your team read it.'}
      name={name}
      maxLength={name === 'reason' ? 100 : 500}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  )
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
