import { z } from 'zod/mini'
import { lineInput, textInput } from '#app/shared/input/typed-input.ts'

const line = (tooShort: string, max = 200) =>
  lineInput({ min: 1, max, tooShort, tooLong: `Please keep this to ${max} characters` })

const whole = (least: number, message: string) =>
  z.int(message).check(z.gte(least, message), z.lte(99, 'Please enter up to 99'))

/** Dollars, as in the request body; a third decimal would be lost. */
const dollars = (most: number) =>
  z.number().check(
    z.gte(0, 'Must be at least 0'),
    z.lte(most, `Must be at most ${most.toLocaleString('en-US')}`),
    z.refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'Please enter dollars and cents'),
  )

/** A new property: three required fields and defaults for the others. The form and the API share this schema. */
export const newPropertySchema = z.object({
  name: line('Please enter a property name'),
  description: textInput({
    min: 1,
    max: 5000,
    tooShort: 'Please enter a description',
    tooLong: 'Please keep this to 5,000 characters',
  }),
  location: line('Please enter a location'),
  address: z.optional(line('Please enter an address', 300)),
  propertyType: z._default(line('Please enter the home type', 60), 'home'),
  bedrooms: z._default(whole(0, 'Must be at least 0'), 1),
  bathrooms: z._default(
    z
      .number()
      .check(
        z.gte(0, 'Must be at least 0'),
        z.lte(99, 'Please enter up to 99'),
        z.multipleOf(0.5, 'Please enter a whole or half number'),
      ),
    1,
  ),
  maxGuests: z._default(whole(1, 'Must accommodate at least 1 guest'), 2),
  pricePerNight: z._default(dollars(99_999), 100),
  cleaningFee: z._default(dollars(9999), 50),
})
