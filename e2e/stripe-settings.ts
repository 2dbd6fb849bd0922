import type { StripeServer } from '#test/servers/stripe-server.ts'

/** The settings of a site whose guests pay by card, with this server in place of Stripe. */
export const stripeSettings = ({ account }: StripeServer): Record<string, string> => ({
  STRIPE_SECRET_KEY: account.secretKey,
  STRIPE_PUBLISHABLE_KEY: account.publishableKey,
  STRIPE_WEBHOOK_SECRET: account.webhookSecret,
  STRIPE_API_URL: account.apiUrl,
  STRIPE_SCRIPT_URL: account.scriptUrl,
})

/** An event of Stripe for the site: something about the payment or the payout has changed. */
export async function sendStripeEvent(stripe: StripeServer, site: string, type: string, about: string): Promise<void> {
  const { body, signature } = stripe.event(type, about)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(`${site}/api/webhooks/stripe`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the site refused ${type}: ${answer.status}`)
}
