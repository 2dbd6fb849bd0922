import type { Appearance, Stripe, StripeConstructor, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'

/** The values for the payment service's script, from the server. */
export type CardPayment = { clientSecret: string; publishableKey: string; scriptUrl: string }

/** Loads the service's script once per document. */
function loadScript(src: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const loaded = () =>
      window.Stripe ? resolve(window.Stripe) : reject(new Error('payment script does not define Stripe'))
    if (window.Stripe) return loaded()
    const script = document.createElement('script')
    Object.assign(script, {
      src,
      async: true,
      onload: loaded,
      onerror: () => reject(new Error('payment script not loaded')),
    })
    document.head.append(script)
  })
}

/** The service's fields are in its own frame, which our stylesheet does not reach, so it gets our colors. */
function appearanceOf(place: HTMLElement): Appearance {
  const styles = getComputedStyle(place)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const border = `1px solid ${token('--border-input')}`
  return {
    theme: 'night',
    variables: {
      colorPrimary: token('--lit'),
      colorBackground: token('--night'),
      colorText: token('--text'),
      colorTextSecondary: token('--text-muted'),
      colorDanger: token('--error'),
      borderRadius: token('--border-radius'),
    },
    rules: { '.Input': { border, boxShadow: 'none' }, '.Tab': { border, boxShadow: 'none' } },
  }
}

/** `look`: the outcome is not certain here, so the site has to be asked for the status. */
type Answer = { refused: string } | 'check'

type CardForm = {
  /** The element for the service's fields. */
  place: React.RefObject<HTMLDivElement | null>
  state: 'loading' | 'ready' | 'failed'
  /** Asks the guest's bank, which may ask the guest. */
  authorize(returnTo: string): Promise<Answer>
}

const FAILED = 'The payment didn’t go through. Try again or use another card.'

/** The card fields of the payment service: what is typed there never reaches this site. */
export function useCardForm({ clientSecret, publishableKey, scriptUrl }: CardPayment): CardForm {
  const place = useRef<HTMLDivElement>(null)
  const service = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [state, setState] = useState<CardForm['state']>('loading')

  useEffect(() => {
    let gone = false
    loadScript(scriptUrl)
      .then((open) => {
        if (gone || !place.current) return
        const stripe = open(publishableKey)
        const elements = stripe.elements({ clientSecret, appearance: appearanceOf(place.current) })
        const fields = elements.create('payment', { wallets: { link: 'never' } })
        fields.on('ready', () => setState('ready'))
        fields.on('loaderror', () => setState('failed'))
        fields.mount(place.current)
        service.current = { stripe, elements }
      })
      .catch(() => setState('failed'))
    return () => {
      gone = true
    }
  }, [clientSecret, publishableKey, scriptUrl])

  async function authorize(returnTo: string): Promise<Answer> {
    if (!service.current) return { refused: FAILED }
    const { stripe, elements } = service.current
    const { error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: returnTo },
    })
    // Paid in another tab, or cancelled because the time was over.
    if (!error || error.code === 'payment_intent_unexpected_state') return 'check'
    const why = error.message ?? FAILED
    return {
      refused: error.type === 'card_error' ? `${why} You haven’t been charged. Try again or use another card.` : why,
    }
  }
  return { place, state, authorize }
}
