import { useEffect, useState } from 'react'
import type { PromoCode, PromoEntry } from '#app/features/pricing/promo-code.ts'
import { apiRequest } from '#app/shared/api-client.ts'
import { messageFor } from '#app/shared/api-error.ts'

const UNREACHABLE = 'We could not look the code up. Nothing is lost: please try again.'

/** What stands in the field, and what the home makes of the code: its terms, or why it is no good. */
export type PromoState = PromoEntry & {
  pending: boolean
  type: (text: string) => void
  apply: () => void
  remove: () => void
}

/** A booking that was refused, perhaps because of the code. */
type Refused = { fields: Record<string, string> } | null

/** A code of the guest's for this home, looked up when it is asked for. */
export function usePromo(propertyId: string, given: PromoEntry | null, refused: Refused): PromoState {
  const [state, setState] = useState<PromoEntry>(given ?? { typed: '', promo: null, error: null })
  const [pending, setPending] = useState(false)

  // Ended or used up since: the price without it is what the guest sees and books next.
  useEffect(() => {
    const message = refused?.fields.promoCode
    if (message) setState(({ typed }) => ({ typed, promo: null, error: message }))
  }, [refused])

  const look = async (): Promise<PromoEntry> => {
    const { typed } = state
    if (typed.trim() === '') return { typed, promo: null, error: 'Please enter your code.' }
    try {
      const address = `/api/properties/${propertyId}/promo-codes/${encodeURIComponent(typed)}`
      const terms = (await (await apiRequest('GET', address)).json()) as PromoCode
      return { typed: terms.code, promo: terms, error: null }
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
