import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Amounts } from '#app/ui/dashboard/amounts.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { StayPrice } from './stay-price.ts'
import './price-a-stay.css'

type Props = {
  slug: string
  maxPets: number
  /** By the saved rules, and by what is typed in a form of them. */
  saved: StayPrice
  typed: StayPrice | null
}

/** What guests pay for a stay, beside the rules that it follows from. */
export function PriceAStay({ slug, maxPets, saved, typed }: Props) {
  const submit = useSubmit()
  const { stay, problem } = saved
  const key = stayToQuery(stay)
  const [typedStay, setTypedStay] = useState({ key, query: key })
  const asked = typedStay.key === key ? typedStay.query : key
  const place = useFormPlace(key)
  const shown = typed ?? saved
  const counts = [
    { name: 'adults', label: 'Adults', count: stay.adults, min: 1 },
    { name: 'children', label: 'Children', count: stay.children, min: 0 },
    ...(maxPets > 0 ? [{ name: 'pets', label: 'Pets', count: stay.pets, min: 0 }] : []),
  ]
  return (
    <div className="price-a-stay" id="price-a-stay">
      <Card title="Price a stay" action={<Link to={`/admin/homes/${slug}/why?${asked}#why`}>Why?</Link>}>
        <Form
          key={key}
          ref={place.form}
          action={`/admin/homes/${slug}/prices#price-a-stay`}
          preventScrollReset
          replace
          className="price-a-stay-form"
          onInput={({ currentTarget }) => setTypedStay({ key, query: queryOf(currentTarget) })}
          onFocus={place.onFocus}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) place.onLeave()
            const isChanged = [...currentTarget.elements].some(
              (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
            )
            if (isChanged && !currentTarget.contains(relatedTarget)) void submit(currentTarget, SAME_PLACE)
          }}
        >
          <TextField type="date" label="Check-in" name="checkin" defaultValue={stay.checkIn} />
          <TextField type="date" label="Check-out" name="checkout" defaultValue={stay.checkOut} />
          <div className="price-a-stay-party">
            {counts.map(({ name, label, count, min }) => (
              <TextField key={name} type="number" {...{ name, label, min }} max={99} defaultValue={count} />
            ))}
          </div>
          <Button type="submit" variant="outline">
            Price it
          </Button>
        </Form>
        {problem && (
          <p role="alert" className="form-problem">
            {problem}
          </p>
        )}
        <Lines shown={shown} saved={saved} />
      </Card>
    </div>
  )
}

const queryOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])).toString()

/** The form starts again with another stay. The keyboard keeps its place in it. */
function useFormPlace(key: string) {
  const form = useRef<HTMLFormElement>(null)
  const at = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form starts again
  useEffect(() => {
    const field = at.current === null ? null : form.current?.elements[at.current]
    if (document.activeElement === document.body && field instanceof HTMLElement) field.focus({ preventScroll: true })
  }, [key])
  return {
    form,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLFormElement>) => {
      at.current = [...currentTarget.elements].indexOf(target)
    },
    onLeave: () => {
      at.current = null
    },
  }
}

const SAME_PLACE = { preventScrollReset: true, replace: true }

function Lines({ shown, saved }: { shown: StayPrice; saved: StayPrice }) {
  const { explanation, refusals, offers, isTyped } = shown
  const before = isTyped ? saved.explanation?.total : undefined
  return (
    <div className="price-a-stay-lines" data-typed={isTyped || undefined} aria-live="polite">
      {explanation ? (
        <Amounts
          lines={[
            ...explanation.nights.map(({ dates, price, rule }) => ({
              label: `${countOf(dates.length, 'night')} × ${formatAmount(price)}`,
              detail: rule,
              amount: dates.length * price,
            })),
            ...explanation.lines.map(({ label, note, amount }) => ({ label, detail: note, amount })),
          ]}
          total={{ label: 'Guests pay', amount: explanation.total }}
        />
      ) : (
        <p>This home has no price for every night yet.</p>
      )}
      {isTyped && (
        <p className="admin-detail">
          As typed, not saved yet.
          {before !== undefined && before !== explanation?.total && ` Saved: ${formatMoney(before)}.`}
        </p>
      )}
      {refusals.map((words) => (
        <p key={words}>Not bookable: {words}</p>
      ))}
      {offers.length > 0 && <p className="admin-detail">Guests are offered {offers.join(', or ')}.</p>}
    </div>
  )
}
