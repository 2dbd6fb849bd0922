import { z } from 'zod'
import { IDEMPOTENCY_KEY } from '#app/platform/http/idempotency.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dollarsInput } from '#app/shared/input/dollars-input.ts'
import { emailOrNone, optionalLine, optionalPhone, personInput } from '#app/shared/input/typed-input.ts'

const message = boundedText(2000, 'Please keep this to 2,000 characters').trim()

/** `inWords`: the form has a text for the guest, which may not be empty then. Programs and commands need none. */
export const declineSchema = z
  .object({ message, inWords: z.literal('yes').optional() })
  .refine(({ message: words, inWords }) => !inWords || words !== '', {
    path: ['message'],
    error: 'Please write why. The guest reads it. Or decline without a reason',
  })

const AMOUNT = 'Please enter an amount, such as 250 or 250.50'

/** A form that moves money carries a key, so that a second press moves it once. */
const key = boundedText(200).regex(IDEMPOTENCY_KEY)
/** The version of the booking's money that the page showed. */
const seen = boundedText(100).default('')
const reason = boundedText(2000, 'Please keep this to 2,000 characters')
  .trim()
  .min(1, 'Please say why. The guest reads it')

/** The form of a refund without canceling. */
export const refundSchema = z.object({ amount: dollarsInput(), message: reason, key, seen })

/** A payment outside the site. */
export const paidElsewhereSchema = z.object({
  amount: dollarsInput().refine((cents) => cents > 0, AMOUNT),
  note: boundedText(200, 'Please keep this to 200 characters')
    .trim()
    .min(1, 'Please say how it was paid, such as “check 1042”'),
  key,
  seen,
})

/** A return of money outside the site. */
export const returnedSchema = z.object({
  note: boundedText(200, 'Please keep this to 200 characters').trim(),
  key,
  seen,
})

/** A guest's details; the email address of a guest without one is empty. */
export const guestSchema = z
  .object({
    guestName: personInput('Please enter the guest’s name'),
    guestEmail: emailOrNone(),
    guestPhone: optionalPhone(),
    version: boundedText(100),
    resend: z.literal('yes').optional(),
    key,
  })
  .transform(({ guestName: name, guestEmail: email, guestPhone, version, resend, key }) => {
    const guest = { name, email: email ?? '', phone: guestPhone ?? null }
    return { guest, version, resend: resend !== undefined, key }
  })

/** The door code of one stay; without one, the home's counts. */
export const doorCodeSchema = z.object({
  doorCode: z.pipe(
    optionalLine({ max: 100, tooLong: 'Please keep this to 100 characters' }),
    z.transform((typed: string | undefined) => typed ?? null),
  ),
})

/** A new address for the guest page. */
export const renewLinkSchema = z.object({ key })

const isTicked = z.literal('yes').optional()
export const requestPaymentSchema = z.object({ notifyGuest: isTicked, seen })
export const withdrawSchema = z.object({})
export const remindSchema = z.object({})

/** The cancel form. `shown` is the refund by the policy that the page showed, in cents. */
export const cancelSchema = z
  .object({
    cancelledFor: z.enum(['guest', 'operator', 'no-show'], { error: 'Please choose who cancels' }),
    refund: z.enum(['policy', 'all', 'other'], { error: 'Please choose the refund' }),
    amount: boundedText(100, AMOUNT).default(''),
    shown: boundedText(9, AMOUNT).regex(/^\d+$/).transform(Number),
    seen,
    message,
  })
  .transform(({ amount, ...input }, context) => {
    if (input.refund !== 'other') return { ...input, amount: 0 }
    const parsed = dollarsInput().safeParse(amount)
    if (parsed.success) return { ...input, amount: parsed.data }
    context.addIssue({ code: 'custom', path: ['amount'], message: parsed.error.issues[0]?.message ?? '' })
    return z.NEVER
  })

export const confirmSchema = z.object({ despiteConflict: isTicked })
export const noteSchema = z.object({ note: boundedText(5000, 'Please keep this to 5,000 characters').trim() })
export const openCodesSchema = z.object({ open: z.enum(['yes', 'no']) })

export const readySchema = z.object({ ready: z.enum(['yes', 'no']) })
