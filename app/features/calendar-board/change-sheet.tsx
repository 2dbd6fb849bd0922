import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { type ChangeAnswer, fieldErrors } from '#app/shared/change-answer.ts'
import { addDays, formatDate, nightsBetween } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { BoardProperty } from './board.ts'
import { BoardPanel } from './board-panel.tsx'
import { type Chosen, calendarPath, NOTHING_OPEN } from './calendar-address.ts'
import { ChangeFields, Pills } from './change-fields.tsx'
import { CHANGES, type ChangeDraft, type ChangeKind, choiceProblem, draftFrom, parseChange } from './change-form.ts'
import { MoreFields, PropertyGroups } from './chosen-fields.tsx'
import { type PropertyPlan, planChange } from './plan-change.ts'
import { fingerprintOf, planLine } from './plan-words.ts'

type Props = {
  properties: BoardProperty[]
  chosen: Chosen
  maxStayNights: number
  answer: ChangeAnswer | null
  pending: boolean
}

/** The actions for the chosen nights. It shows the effect before saving. */
export function ChangeSheet({ properties, chosen, maxStayNights, answer, pending }: Props) {
  const [query] = useSearchParams()
  const [draft, setDraft] = useState(() => firstDraft((name) => typedIn(answer, name) ?? query.get(name) ?? '', chosen))
  const included = properties.filter(({ slug }) => chosen.slugs.includes(slug))
  const problem = choiceProblem(chosen.first, chosen.last)
  const nights = nightsBetween(chosen.first, chosen.last) + 1
  const title = problem ? 'Choose nights' : `${propertiesText(included)}: ${countOf(nights, 'night')}`
  const read = parseChange(draft, maxStayNights)
  // Fields that are still empty are not invalid yet.
  const isWrong = !read.ok && draft[read.field] !== ''
  const plans = read.ok && !problem ? planChange(included, { ...chosen, only: draft.only }, read.change) : []
  return (
    <BoardPanel title={title} closePath={calendarPath(query, NOTHING_OPEN)}>
      <Form method="post" action={calendarPath(query, { what: draft.what })} preventScrollReset className="sheet">
        <input type="hidden" name="day" value={query.get('day') ?? ''} />
        <input type="hidden" name="property" value={query.get('property') ?? ''} />
        <p>{problem ?? datesText(chosen)}</p>
        <ChangeNote answer={answer} />
        <Pills
          legend="What to do"
          name="what"
          options={CHANGES}
          chosen={draft.what}
          onChoose={(what) => setDraft({ ...draft, what })}
        />
        {draft.what !== '' && !problem && (
          <ChangeFields
            draft={draft}
            onChange={setDraft}
            errors={isWrong ? { [read.field]: read.message } : fieldErrors(answer)}
          />
        )}
        <PropertyGroups properties={properties} chosen={chosen} />
        <MoreFields {...{ properties, chosen, draft }} onChange={setDraft} />
        {draft.what !== '' && !problem && <Save {...{ draft, included, plans, pending }} />}
        {(draft.what === '' || problem) && <Continue text="Continue" />}
        {included.length === 1 && !problem && (
          <Link className="admin-row-link" to={bookPath(included[0]?.slug ?? '', chosen)}>
            Book these nights for a guest
          </Link>
        )}
        {included.length === 1 && !problem && (
          <Link className="admin-row-link" to={whyPath(included[0]?.slug ?? '', chosen)}>
            Why is it this price?
          </Link>
        )}
      </Form>
    </BoardPanel>
  )
}

const typedIn = (answer: ChangeAnswer | null, name: string) => {
  const typed = answer?.result.initialValue?.[name]
  return typeof typed === 'string' ? typed : undefined
}

/** The price of one night is set, those of several are changed. */
function firstDraft(value: (name: string) => string, { first, last }: Chosen): ChangeDraft {
  return draftFrom((name) => value(name) || (name === 'how' && first === last ? 'set' : ''))
}

type SaveProps = Pick<Props, 'pending'> & { draft: ChangeDraft; included: BoardProperty[]; plans: PropertyPlan[] }

/** The effect, and the button. */
function Save({ draft, included, plans, pending }: SaveProps) {
  return (
    <>
      <Continue text="Show what will happen" />
      <ChangePlan plans={plans} />
      <input type="hidden" name="included" value={includedSlugs(included, plans)} />
      <input type="hidden" name="seen" value={fingerprintOf(plans)} />
      <input type="hidden" name="seenWords" value={planLine(plans).slice(0, 20_000)} />
      <div className="sheet-save">
        <p>{shortPlan(plans)}</p>
        {plans.some(({ leftOut }) => !leftOut) && draft.what !== '' && (
          <Button
            type="submit"
            name="intent"
            value="change"
            className="w-full"
            pending={pending}
            pendingText="Saving..."
          >
            {SAVE[draft.what]}
          </Button>
        )}
      </div>
    </>
  )
}

const SAVE: Record<ChangeKind, string> = {
  owner: 'Block for the owner',
  closed: 'Close these nights',
  visit: 'Add the visit',
  price: 'Change prices',
  minimum: 'Change the minimum',
}

function includedSlugs(included: BoardProperty[], plans: PropertyPlan[]): string {
  const changing = new Set(plans.filter(({ leftOut }) => !leftOut).map(({ propertyId }) => propertyId))
  return included
    .filter(({ id }) => changing.has(id))
    .map(({ slug }) => slug)
    .join(',')
}

/** Without script, the page says what will happen after this. */
function Continue({ text }: { text: string }) {
  return (
    <noscript>
      <button type="submit" formMethod="get" className="button button-outline">
        {text}
      </button>
    </noscript>
  )
}

/** The plan in a line, which stays in view. */
function shortPlan(plans: PropertyPlan[]): string {
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const [only] = plans.length === 1 ? plans : []
  if (only) return only.leftOut ? `Not possible: ${only.words}` : only.words
  const leftOut = plans.length - changing.length
  if (plans.length === 0) return ''
  if (changing.length === 0) return `No home will change: all ${leftOut} are left out`
  return `${countOf(changing.length, 'home')} will change${leftOut > 0 ? `, ${leftOut} left out` : ''}`
}

const propertiesText = (properties: BoardProperty[]) =>
  properties.length === 1 ? (properties[0]?.name ?? '') : countOf(properties.length, 'home')

function datesText({ first, last }: Chosen): string {
  const out = `out on ${formatDate(addDays(last, 1))}`
  return first === last
    ? `The night of ${formatDate(first)}, ${out}.`
    : `${formatDate(first)} through ${formatDate(last)}, ${out}.`
}

/** Each rule behind the price of the chosen nights. */
function whyPath(slug: string, { first, last }: Chosen): string {
  return `/admin/homes/${slug}/why?checkin=${first}&checkout=${addDays(last, 1)}`
}

/** The booking by hand, with home and dates filled in. */
function bookPath(slug: string, { first, last }: Chosen): string {
  return `/admin/bookings/new?${new URLSearchParams({ property: slug, checkIn: first, checkOut: addDays(last, 1) })}`
}

/** The effect in each home, and homes that are left out, with the reason. */
function ChangePlan({ plans }: { plans: PropertyPlan[] }) {
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const leftOut = plans.filter((plan) => plan.leftOut)
  return (
    <div className="sheet-plan" role="status">
      {changing.length > 0 && (
        <>
          <h3>This will happen</h3>
          <ul>
            {changing.map(({ propertyId, name, words, remarks }) => (
              <li key={propertyId}>
                <strong>{name}</strong> {words}
                {remarks.map((remark) => (
                  <span key={remark} className="admin-detail">
                    {remark}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>Left out</h3>
          <ul>
            {leftOut.map(({ propertyId, name, words }) => (
              <li key={propertyId}>
                <strong>{name}</strong> {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
