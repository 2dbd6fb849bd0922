import { z } from 'zod'
import { manyLines, oneLine } from '#app/shared/typed-text.ts'

const line = (words: string, most = 200) =>
  z
    .string()
    .max(1000)
    .transform(oneLine)
    .pipe(z.string().min(1, words).max(most, `Please keep this to ${most} characters`))

const whole = (least: number, words: string) => z.int(words).min(least, words).max(99, 'Please enter 99 at most')

/** Dollars, as the specification's payload has them; a third digit behind the point would be lost. */
const dollars = (most: number) =>
  z
    .number()
    .min(0, 'Must be at least 0')
    .max(most, `Must be at most ${most.toLocaleString('en-US')}`)
    .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'Please enter dollars and cents')

/** A new home (specification, section 7): three fields, and its defaults for the others. The form and the call are judged by the same. */
export const newPropertySchema = z.object({
  name: line('Please enter a property name'),
  description: z
    .string()
    .transform(manyLines)
    .pipe(z.string().min(1, 'Please enter a description').max(5000, 'Please keep this to 5,000 characters')),
  location: line('Please enter a location'),
  address: line('Please enter an address', 300).optional(),
  propertyType: line('Please enter the kind of home', 60).default('home'),
  bedrooms: whole(0, 'Must be at least 0').default(1),
  bathrooms: z
    .number()
    .min(0, 'Must be at least 0')
    .max(99, 'Please enter 99 at most')
    .multipleOf(0.5, 'Please enter halves or wholes')
    .default(1),
  maxGuests: whole(1, 'Must accommodate at least 1 guest').default(2),
  pricePerNight: dollars(99_999).default(100),
  cleaningFee: dollars(9999).default(50),
})

export type NewProperty = z.infer<typeof newPropertySchema>
