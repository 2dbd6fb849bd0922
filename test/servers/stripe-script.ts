type Answer = { status: string; error?: { code: string; message: string; type: string } }

/**
 * Replaces Stripe's script in browser tests, and names itself in place of the fields. It is a field for the number,
 * which accepts Stripe's own test numbers. Behind it is the local server of `stripe-server.ts`. It runs in the browser
 * exactly as written here, so it must not use anything from outside.
 */
function standIn() {
  const api = new URL((document.currentScript as HTMLScriptElement).src).origin
  const CARDS: Record<string, string> = {
    '4242424242424242': 'pm_good',
    '4000000000000002': 'pm_declined',
    '4000002500003155': 'pm_authentication',
  }
  let place: HTMLElement
  let card: HTMLInputElement

  async function post(path: string, body: Record<string, string> = {}): Promise<Answer> {
    return (await fetch(api + path, { method: 'POST', body: new URLSearchParams(body) })).json()
  }

  function elements({
    clientSecret,
    appearance,
  }: {
    clientSecret: string
    appearance: { variables: Record<string, string> }
  }) {
    const { colorBackground = '', colorText = '' } = appearance.variables
    const element = {
      on(event: string, tell: () => void) {
        if (event === 'ready') setTimeout(tell, 50)
      },
      mount(where: HTMLElement) {
        place = where
        const label = document.createElement('label')
        label.textContent = 'Card number (a stand-in for Stripe: no money moves)'
        card = document.createElement('input')
        Object.assign(card, { inputMode: 'numeric', autocomplete: 'cc-number' })
        Object.assign(card.style, {
          display: 'block',
          width: '100%',
          minHeight: '2.75rem',
          padding: '0.5rem 0.75rem',
          border: '1px solid',
          background: colorBackground,
          color: colorText,
        })
        label.append(card)
        where.append(label)
      },
    }
    return { clientSecret, create: () => element }
  }

  /** The guest's bank requires authentication. */
  function authenticate(): Promise<void> {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', textContent: 'Complete authentication' })
    place.append(button)
    return new Promise((done) => {
      button.onclick = () => {
        button.remove()
        done()
      }
    })
  }

  async function confirmPayment({ elements: { clientSecret } }: { elements: { clientSecret: string } }) {
    const id = clientSecret.replace(/_secret_.*/, '')
    const payment_method = CARDS[card.value.replace(/\s/g, '')]
    if (!payment_method) return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
    const answer = await post(`/v1/payment_intents/${id}/confirm`, { payment_method, client_secret: clientSecret })
    if (answer.status === 'requires_action') {
      await authenticate()
      await post(`/stand-in/authenticate/${id}`)
    }
    return { error: answer.error }
  }

  Object.assign(window, { Stripe: () => ({ elements, confirmPayment }) })
}

/** The script's source, as the browser gets it. */
export const STAND_IN_SCRIPT = `(${standIn})()`
