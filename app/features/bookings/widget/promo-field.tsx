import { useState } from 'react'
import type { PromoCode } from '#app/features/pricing/promo-code.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { PromoState } from './use-promo.ts'

type Props = {
  promo: PromoState
  /** Why the code is not for the chosen nights. */
  stayError: string | null
  /** There was a code in the address. */
  isOpenAtFirst: boolean
}

function discountWords({ percent, amount }: PromoCode): string {
  return percent === null ? formatMoney(amount ?? 0) : `${Number(percent)}%`
}

/** The field of a promo code; a wrong one costs nothing. */
export function PromoField({ promo, stayError, isOpenAtFirst }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { typed, promo: found, error, pending } = promo
  const words = stayError ?? (found && `${discountWords(found)} off the nights.`)
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
