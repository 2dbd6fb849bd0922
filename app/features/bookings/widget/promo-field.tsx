import { useState } from 'react'
import type { PromoCode } from '#app/features/pricing/promo-code.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { PromoState } from './use-promo.ts'

type Props = {
  promo: PromoState
  /** Why the code is not for the nights that are chosen. */
  unfit: string | null
  /** There was a code in the address. */
  isGiven: boolean
}

function offWords({ percent, amount }: PromoCode): string {
  return percent === null ? formatMoney(amount ?? 0) : `${Number(percent)}%`
}

/** Where a guest puts a code; the field keeps its place, and a wrong code costs nothing. */
export function PromoField({ promo, unfit, isGiven }: Props) {
  const [isOpen, setOpen] = useState(isGiven)
  const { typed, promo: found, error, pending } = promo
  const words = unfit ?? (found && `${offWords(found)} off the nights.`)
  return (
    <details
      className="booking-promo"
      open={isOpen || error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Have a code?</summary>
      <div className="booking-promo-field">
        <TextField
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={typed}
          readOnly={found !== null}
          hint={words}
          error={error ?? undefined}
          onChange={(event) => promo.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form's own button books.
            event.preventDefault()
            if (!found && !pending) promo.apply()
          }}
        />
        <Button look="outline" pending={pending} pendingText="Looking ..." onClick={found ? promo.remove : promo.apply}>
          {found ? 'Remove' : 'Apply'}
          <span className="sr-only"> the code</span>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {error ?? words}
      </p>
    </details>
  )
}
