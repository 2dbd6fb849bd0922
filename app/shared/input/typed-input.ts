import { z } from 'zod/mini'
import { emailFrom } from './email-address.ts'
import { isName, manyLines, oneLine, phoneFrom, seenLength } from './typed-text.ts'

/**
 * Cleans text of at most `intake` characters. Longer text is refused before it is read: normalizing takes quadratic
 * time in the worst case.
 */
const cleaned = <Cleaned>(intake: number, tooLong: string, clean: (typed: string) => Cleaned) =>
  z.pipe(z.string().check(z.maxLength(intake, { error: tooLong, abort: true })), z.transform(clean))

type Bounds = { min: number; max: number; tooShort: string; tooLong: string }

/** Text typed by a person, cleaned and limited in length; `lines` allows several lines. */
function measured({ min, max, tooShort, tooLong }: Bounds, lines: 'one' | 'many') {
  return z.pipe(
    // Room for the whitespace and line breaks that cleaning removes.
    cleaned(2 * max + 1000, tooLong, lines === 'one' ? oneLine : manyLines),
    z.string().check(
      z.refine((typed) => seenLength(typed) >= min, tooShort),
      z.refine((typed) => [...typed].length <= max, tooLong),
    ),
  )
}

/** A required single line. */
export const lineInput = (bounds: Bounds) => measured(bounds, 'one')

/** A required text of several lines. */
export const textInput = (bounds: Bounds) => measured(bounds, 'many')

/** The name that a sender gives; `missing` is the message for fewer than two characters. */
export const nameInput = (missing: string) =>
  lineInput({ min: 2, max: 200, tooShort: missing, tooLong: 'Please enter a shorter name' })

/** A person's name, which has a letter. */
export const personInput = (missing: string) => nameInput(missing).check(z.refine(isName, missing))

const EMAIL = 'Please enter a valid email address'

/** An email address as mail servers take it. */
export const emailInput = (message = EMAIL) =>
  z.pipe(
    cleaned(1000, message, (typed) => emailFrom(typed) ?? ''),
    z.string().check(z.minLength(1, message)),
  )

/** An email address; empty is null. */
export const emailOrNone = (message = EMAIL) =>
  z.pipe(
    cleaned(1000, message, (typed) => (typed.trim() === '' ? null : (emailFrom(typed) ?? ''))),
    z.nullable(z.string().check(z.minLength(1, message))),
  )

/** An optional value: missing, null and empty become undefined. */
function optional<Input extends string>(inner: z.ZodMiniType<string, Input>) {
  return z.optional(
    z.pipe(
      z.nullable(inner),
      z.transform((typed) => typed || undefined),
    ),
  )
}

const PHONE = 'Please enter a valid phone number'

const phone = (min: 0 | 1) =>
  z.pipe(
    lineInput({ min, max: 40, tooShort: PHONE, tooLong: PHONE }),
    z.pipe(
      z.transform((typed: string) => (typed === '' ? '' : phoneFrom(typed))),
      z.string(PHONE),
    ),
  )

/** A required phone number. */
export const phoneInput = () => phone(1)

/** A phone number; missing or empty is undefined. */
export const optionalPhone = () => optional(phone(0))

type Longest = { max: number; tooLong: string }

/** A single line of text; missing or empty is undefined. */
export const optionalLine = ({ max, tooLong }: Longest) => optional(lineInput({ min: 0, max, tooShort: '', tooLong }))

/** Text of several lines; missing or empty is undefined. */
export const optionalText = ({ max, tooLong }: Longest) => optional(textInput({ min: 0, max, tooShort: '', tooLong }))

/** A number as sent by a call or held by a field. Missing, null and empty are undefined, other text is NaN. */
const numberOrText = z.pipe(
  z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(100))]))),
  z.transform((typed) => {
    if (typeof typed === 'number') return typed
    if (typed === undefined || typed === null || typed.trim() === '') return undefined
    return /^[+-]?\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN
  }),
)

type Range = { min: number; max: number; tooLow: string; tooHigh: string }

/** A required whole number: `tooLow` is also the message for a missing one. */
export function wholeNumberInput({ min, max, tooLow, tooHigh, notWhole }: Range & { notWhole: string }) {
  return z.pipe(
    z.pipe(
      numberOrText,
      z.transform((count) => count ?? min - 1),
    ),
    z.number({ error: notWhole }).check(
      z.refine((count) => count >= min, { error: tooLow, abort: true }),
      z.refine((count) => Number.isInteger(count), { error: notWhole, abort: true }),
      z.refine((count) => count <= max, tooHigh),
    ),
  )
}

/** An optional number, in steps of `step`. */
export function optionalNumber({
  min,
  max,
  step,
  tooLow,
  tooHigh,
  offStep,
}: Range & { step: number; offStep: string }) {
  return z.pipe(
    numberOrText,
    z.optional(
      z.number({ error: offStep }).check(
        z.refine((amount) => amount >= min, { error: tooLow, abort: true }),
        z.refine((amount) => Number.isInteger(amount / step), { error: offStep, abort: true }),
        z.refine((amount) => amount <= max, tooHigh),
      ),
    ),
  )
}
