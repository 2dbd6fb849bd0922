import { z } from 'zod/mini'
import { isIsoDate } from '#app/shared/dates.ts'
import { emailInput, nameInput, optionalLine, textInput } from '#app/shared/input/typed-input.ts'

/** The form option for no property. */
export const NO_PROPERTY = 'none'

const REAL_DATE = 'Please enter a real date as YYYY-MM-DD'
const date = () =>
  z.pipe(
    optionalLine({ max: 10, tooLong: REAL_DATE }),
    z.optional(z.string().check(z.refine((typed) => isIsoDate(typed), REAL_DATE))),
  )

/** A message to the operator; the browser and the server use the same schema. */
export const contactSchema = z
  .object({
    name: nameInput('Please enter your name'),
    email: emailInput(),
    propertyId: z.pipe(
      optionalLine({ max: 200, tooLong: 'Please choose one of the homes' }),
      z.transform((slug) => (slug === NO_PROPERTY ? undefined : slug)),
    ),
    message: textInput({
      min: 10,
      max: 5000,
      tooShort: 'Message must be at least 10 characters',
      tooLong: 'Please keep this to 5,000 characters',
    }),
    checkIn: date(),
    checkOut: date(),
    stayToken: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  })
  .check(
    z.refine(({ checkIn, checkOut }) => (checkIn === undefined) === (checkOut === undefined), {
      path: ['checkOut'],
      error: 'Please enter both dates, or neither',
      abort: true,
    }),
    z.refine(({ checkIn, checkOut }) => !checkIn || !checkOut || checkIn < checkOut, {
      path: ['checkOut'],
      error: 'Check-out must be after check-in',
    }),
  )
export type ContactMessage = z.infer<typeof contactSchema>
/** The sender's input, beside the subject of the message. It is stored and mailed field by field. */
export type ContactTyped = Omit<ContactMessage, 'propertyId' | 'checkIn' | 'checkOut' | 'stayToken'>

/** A property as a form option. */
export type ContactProperty = { slug: string; label: string }

/** Numbers to call and to text, and the homes that they are for; none named if they are for all. */
export type ContactNumbers = { phone: string | null; text: string | null; properties: string[]; sample: boolean }

/** The property or booking that a form was opened from (docs/features/contact.md). */
export type ContactAbout = { propertyId: string; checkIn: string; checkOut: string; stayToken: string }

export const CONTACT_LABELS = {
  name: 'Name',
  email: 'Email',
  propertyId: 'Property (optional)',
  message: 'Message',
} as const

/** Shown when a message has been stored. */
export const CONTACT_SENT = {
  title: 'Message sent!',
  description: "We'll get back to you as soon as possible",
} as const
