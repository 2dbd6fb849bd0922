export type Answer = { status: number; body: unknown }

export const DECLINED = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
export const GONE = { type: 'invalid_request_error', message: 'The payment method was detached from its customer.' }
export const AUTHENTICATION = {
  type: 'card_error',
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
export const REVOKED = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
}
export const refusal = (code: string, message: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
})

/** Parses `metadata[key]=value` and similar fields, as Stripe's library sends them. */
export function fieldsOf(body: string): { fields: Record<string, string>; metadata: Record<string, string> } {
  const fields: Record<string, string> = {}
  const metadata: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const inner = /^metadata\[(.+)\]$/.exec(name)?.[1]
    if (inner) metadata[inner] = value
    else fields[name] = value
  }
  return { fields, metadata }
}
