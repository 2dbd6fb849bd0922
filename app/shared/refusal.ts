import type { Problem } from './problem.ts'

/** The HTTP status of each reason. Others have 409: the site has changed since the sender saw it. */
const STATUS = {
  /** Nothing is wrong: the form is shown again, with a preview of its changes. */
  'not-sent': 200,
  'invalid-input': 400,
  'dates-missing': 400,
  'checkout-before-checkin': 400,
  'in-the-past': 400,
  'too-long': 400,
  'too-far': 400,
  'too-soon': 400,
  'adult-needed': 400,
  'too-many-guests': 400,
  'too-many-infants': 400,
  'too-many-pets': 400,
  'arrival-day': 400,
  'departure-day': 400,
  'below-minimum': 400,
  'promo-unknown': 400,
  'promo-other-property': 400,
  'promo-not-yet': 400,
  'promo-other-dates': 400,
  'promo-too-few-nights': 400,
  'promo-too-many-nights': 400,
  'no-such-property': 400,
  'excluded-state': 400,
  'unknown-channel': 400,
  wrong: 400,
  'code-needed': 400,
  'wrong-code': 400,
  'passkey-needed': 400,
  'broken-form': 400,
  'no-file': 400,
  'one-file': 400,
  'wrong-field': 400,
  'empty-file': 400,
  'signed-out': 401,
  'not-allowed': 403,
  'not-found': 404,
  'no-entry': 404,
  'no-link': 404,
  'upload-stalled': 408,
  'link-ended': 410,
  'too-large': 413,
  'not-multipart': 415,
  'not-an-image': 415,
  'key-reused': 422,
  'unreadable-file': 422,
  'too-many-pixels': 422,
  'broken-image': 422,
  'not-only-an-image': 422,
  'too-many': 429,
  'too-many-nights': 429,
  'too-quick': 429,
  'slow-down': 429,
  unavailable: 503,
  'payment-unavailable': 503,
  'storage-away': 503,
  'no-space': 507,
} as const satisfies Record<string, number>

/** The status that answers a reason. */
type StatusOf<Reason extends string> = string extends Reason
  ? number
  : Reason extends keyof typeof STATUS
    ? (typeof STATUS)[Reason]
    : 409

/**
 * Why something was not done. `Reason` is for programs, and decides the status; `message` and `fields` are for people.
 */
export type Refusal<Reason extends string = string, Status extends number = StatusOf<Reason>> = {
  ok: false
  reason: Reason
  status: Status
  message: string
  /** The messages by the names of the fields. */
  fields?: Record<string, string>
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number
}

/** Refuses something, with a message. `refused` is the reason where programs need no other. */
export function refuse<Reason extends string>(
  reason: Reason,
  message: string,
  fields?: Record<string, string>,
): Refusal<Reason> {
  const status = ((STATUS as Partial<Record<string, number>>)[reason] ?? 409) as StatusOf<Reason>
  return { ok: false, reason, status, message, ...(fields && { fields }) }
}

/** Whether the result of a function is a refusal. */
export const isRefusal = (value: unknown): value is Refusal => (value as Refusal | null | undefined)?.ok === false

/** The body of the answer to a refused call. `names` are the call’s field names that differ here. */
export function problemOf(
  { reason, message, fields }: Pick<Refusal, 'reason' | 'message' | 'fields'>,
  names: Partial<Record<string, string>> = {},
): Problem {
  if (!fields) return { code: reason, message }
  const named = Object.entries(fields).map(([field, words]) => [names[field] ?? field, words])
  return { code: reason, message, fields: Object.fromEntries(named) }
}
