import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import { currentPrice, type QuotePage, splitEvenly } from './quote-page.ts'

type Props = { page: QuotePage; people: number; rooms: number }

/** Splits the total for the group: arithmetic only, no money is held here. */
export function QuoteSplit({ page, people, rooms }: Props) {
  const { total, nights } = currentPrice(page)
  const ways: [what: string, one: string, parts: number][] = [
    ['Per person', 'person', people],
    ['Per bedroom', 'bedroom', rooms],
    ['Per night', 'night', nights],
  ]
  return (
    <section aria-labelledby="split-heading">
      <h2 id="split-heading" className="heading-small">
        Split the cost
      </h2>
      <dl className="quote-lines">
        {ways.map(([what, one, parts]) => (
          <div key={what}>
            <dt>
              {what} <span className="text-muted">({parts})</span>
            </dt>
            <dd>{sharesOf(total, parts, one)}</dd>
          </div>
        ))}
      </dl>
      <Form method="get" preventScrollReset className="quote-form">
        <PartsField label="People paying" name="people" parts={people} />
        <PartsField label="Bedrooms" name="rooms" parts={rooms} />
        <Button type="submit" variant="outline">
          Recalculate
        </Button>
      </Form>
      <p className="text-sm text-muted">
        Every split adds up to exactly {formatAmount(total)}. It’s just a calculator; no one is charged.
      </p>
    </section>
  )
}

/** The number of shares. The back button only changes the address, so the field is updated from it. */
function PartsField({ parts, ...rest }: { label: string; name: string; parts: number }) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(parts)
  useEffect(() => {
    if (field.current && shown.current !== parts) field.current.value = String(parts)
    shown.current = parts
  }, [parts])
  return (
    <TextField
      {...rest}
      className="grow basis-32"
      ref={field}
      type="number"
      min={1}
      max={99}
      defaultValue={parts}
      autoComplete="off"
      required
    />
  )
}

function sharesOf(total: Cents, parts: number, one: string): string {
  const shares = splitEvenly(total, parts)
  const [only, ...others] = shares
  if (only && others.length === 0) return `${formatAmount(only.amount)} each`
  return shares
    .map(
      ({ count, amount }) => `${countOf(count, one, one === 'person' ? 'people' : undefined)} ${formatAmount(amount)}`,
    )
    .join(', ')
}
