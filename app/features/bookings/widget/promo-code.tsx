import { useEffect, useState } from 'react'
import { type PromoCode, type PromoEntry, promoCodeSchema } from '#app/features/pricing/promo-code.ts'
import { apiRequest, messageFor } from '#app/shared/browser/api-client.ts'
import { formatAmount } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'

const UNREACHABLE = 'We couldn’t check that code. Please try again.'

/** The text in the field, with the code it names, or why that is refused. */
type PromoState = PromoEntry & {
  pending: boolean
  type: (text: string) => void
  apply: () => void
  remove: () => void
}

/** A refused booking, possibly because of its code. */
type Refused = { fields: Record<string, string> } | null

/** The promo code field of this property. The code is looked up when the guest applies it. */
export function usePromo(propertyId: string, given: PromoEntry | null, refused: Refused): PromoState {
  const [state, setState] = useState<PromoEntry>(given ?? { typed: '', promo: null, error: null })
  const [pending, setPending] = useState(false)

  // The code has ended or was used up meanwhile: the guest sees the price without it.
  useEffect(() => {
    const message = refused?.fields.promoCode
    if (message) setState(({ typed }) => ({ typed, promo: null, error: message }))
  }, [refused])

  const lookUp = async (): Promise<PromoEntry> => {
    const { typed } = state
    if (typed.trim() === '') return { typed, promo: null, error: 'Please enter a promo code.' }
    try {
      const address = `/api/properties/${propertyId}/promo-codes/${encodeURIComponent(typed)}`
      const response = await apiRequest('GET', address)
      const promo = promoCodeSchema.parse(await response.json())
      return { typed: promo.code, promo, error: null }
    } catch (error) {
      return { typed, promo: null, error: messageFor(error, UNREACHABLE) }
    }
  }
  return {
    ...state,
    pending,
    type: (typed) => setState({ typed, promo: null, error: null }),
    apply: () => {
      setPending(true)
      lookUp()
        .then(setState)
        .finally(() => setPending(false))
    },
    remove: () => setState({ typed: '', promo: null, error: null }),
  }
}

type Props = {
  promo: PromoState
  /** Why the code does not apply to the chosen nights. */
  stayError: string | null
  /** Whether the address has a code. */
  isOpenAtFirst: boolean
}

function discountWords({ percent, amount, coversAll }: PromoCode): string {
  if (coversAll) return 'Your prize: there’s nothing to pay.'
  return `${percent === null ? formatAmount(amount ?? 0) : `${Number(percent)}%`} off your nights.`
}

/** The promo code field; an invalid code does not prevent booking. */
export function PromoField({ promo, stayError, isOpenAtFirst }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { typed, promo: found, error, pending } = promo
  const words = stayError ?? (found && discountWords(found))
  return (
    <details
      className="booking-fold booking-promo"
      open={isOpen || error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Have a promo code?</summary>
      <div className="flex max-w-120 flex-wrap items-start gap-3 pt-1 pb-2">
        <TextField
          label="Promo code"
          className="grow basis-48"
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
            // Enter applies the code and must not submit the booking form.
            event.preventDefault()
            if (!found && !pending) promo.apply()
          }}
        />
        <Button
          variant="outline"
          className="booking-promo-button"
          pending={pending}
          pendingText="Checking..."
          onClick={found ? promo.remove : promo.apply}
        >
          {found ? 'Remove' : 'Apply'}
          <span className="sr-only"> promo code</span>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {error ?? words}
      </p>
    </details>
  )
}
