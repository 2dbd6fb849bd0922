import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { PromoEntry } from '#app/features/pricing/promo-code.ts'
import { apiRequest } from '#app/shared/api-client.ts'
import { messageFor } from '#app/shared/api-error.ts'

const UNREACHABLE = 'We could not look the code up. Nothing is lost: please try again.'

const promoAnswer = z.object({
  code: z.string(),
  percent: z.nullable(z.string()),
  amount: z.nullable(z.int()),
  stayFrom: z.nullable(z.string()),
  stayUntil: z.nullable(z.string()),
  minimumNights: z.int(),
})

/** The text in the field, with the code it names, or why that is refused. */
export type PromoState = PromoEntry & {
  pending: boolean
  type: (text: string) => void
  apply: () => void
  remove: () => void
}

/** A refused booking, perhaps because of its code. */
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

  const look = async (): Promise<PromoEntry> => {
    const { typed } = state
    if (typed.trim() === '') return { typed, promo: null, error: 'Please enter your code.' }
    try {
      const address = `/api/properties/${propertyId}/promo-codes/${encodeURIComponent(typed)}`
      const response = await apiRequest('GET', address)
      const promo = promoAnswer.parse(await response.json())
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
      look()
        .then(setState)
        .finally(() => setPending(false))
    },
    remove: () => setState({ typed: '', promo: null, error: null }),
  }
}
