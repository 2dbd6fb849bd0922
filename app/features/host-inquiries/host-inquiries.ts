import { z } from 'zod/mini'
import {
  emailInput,
  lineInput,
  nameInput,
  optionalLine,
  optionalNumber,
  optionalText,
  wholeNumberInput,
} from '#app/shared/input/typed-input.ts'

const LINK = 'Please enter a web address, such as https://www.airbnb.com/rooms/1'

/** People often type a web address without the `https://`. */
function webAddress(typed: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, href } = new URL(address)
  return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname) ? href : null
}

const linkInput = () =>
  z.pipe(
    z.pipe(
      optionalLine({ max: 2000, tooLong: 'Please enter a shorter web address' }),
      z.optional(z.string().check(z.refine((typed) => webAddress(typed) !== null, LINK))),
    ),
    z.transform((typed) => (typed ? (webAddress(typed) ?? undefined) : undefined)),
  )

/** An owner's inquiry; the browser and the server use the same schema. */
export const hostInquirySchema = z.object({
  name: nameInput('Name must be at least 2 characters'),
  email: emailInput(),
  phone: optionalLine({ max: 40, tooLong: 'Please enter a shorter phone number' }),
  propertyLocation: lineInput({
    min: 3,
    max: 200,
    tooShort: 'Please enter a property location',
    tooLong: 'Please enter a shorter location',
  }),
  bedrooms: wholeNumberInput({
    min: 1,
    max: 100,
    tooLow: 'Must have at least 1 bedroom',
    tooHigh: 'Please enter up to 100 bedrooms',
    notWhole: 'Please enter a whole number',
  }),
  bathrooms: optionalNumber({
    min: 0,
    max: 99.5,
    step: 0.5,
    tooLow: 'Must be 0 or more',
    tooHigh: 'Please enter up to 99.5 bathrooms',
    offStep: 'Please enter whole or half bathrooms, such as 2.5',
  }),
  maxGuests: wholeNumberInput({
    min: 1,
    max: 500,
    tooLow: 'Must accommodate at least 1 guest',
    tooHigh: 'Please enter up to 500 guests',
    notWhole: 'Please enter a whole number',
  }),
  airbnbLink: linkInput(),
  vrboLink: linkInput(),
  additionalInfo: optionalText({ max: 5000, tooLong: 'Please keep this to 5,000 characters' }),
})
export type HostInquiry = z.infer<typeof hostInquirySchema>

export const HOST_LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone (optional)',
  propertyLocation: 'Property location',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms (optional)',
  maxGuests: 'Maximum guests',
  airbnbLink: 'Airbnb link (optional)',
  vrboLink: 'Vrbo link (optional)',
  additionalInfo: 'Additional information (optional)',
} as const

/** Shown when an inquiry has been stored. */
export const INQUIRY_SENT = {
  title: 'Inquiry Submitted!',
  description: 'Thanks for telling us about your home. We’ll read it and get back to you.',
} as const
