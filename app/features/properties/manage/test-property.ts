import { z } from 'zod/mini'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { newPropertySchema } from '../new-property.ts'

export const FIELDS = ['name', 'description', 'location'] as const
export type TestProperty = Record<(typeof FIELDS)[number], string>

/** A home of the list call, as the operator sees it. */
export type ListedProperty = {
  id: string
  name: string
  description: string
  location: string
  images: string[]
  /** Told to the operator, as are the parts and the groups that an image can go to. */
  published?: boolean
  units?: { id: string; name: string }[]
  galleryGroups?: { category: string; label: string }[]
}

/** What the create call is sent for a test property. */
export function testPropertyPayload({ name, description, location }: TestProperty) {
  return {
    name,
    description,
    location,
    address: location,
    propertyType: 'home',
    bedrooms: 1,
    bathrooms: 1,
    maxGuests: 2,
    pricePerNight: 100,
    cleaningFee: 50,
  }
}

/** What was typed, and per field what to mend. */
export function readTestProperty(form: FormData): { typed: TestProperty; errors: Partial<TestProperty> } {
  const said = (field: string) => String(form.get(field) ?? '')
  const typed = { name: said('name'), description: said('description'), location: said('location') }
  // The address is the location, and has no field of its own.
  const judged = z.safeParse(z.omit(newPropertySchema, { address: true }), testPropertyPayload(typed), {
    error: genericMessage,
  })
  return { typed, errors: judged.success ? {} : fieldsOf(judged.error) }
}
