import { z } from 'zod/mini'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { newPropertySchema } from './new-property.ts'

export const FIELDS = ['name', 'description', 'location'] as const
export type TestProperty = Record<(typeof FIELDS)[number], string>

/** The request body that creates a test property. */
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

/** The typed values, and the error of each field. */
export function parseTestProperty(form: FormData): { typed: TestProperty; errors: Partial<TestProperty> } {
  const value = (field: string) => String(form.get(field) ?? '')
  const typed = { name: value('name'), description: value('description'), location: value('location') }
  // The address is derived from the location and has no field.
  const parsed = z.safeParse(z.omit(newPropertySchema, { address: true }), testPropertyPayload(typed), {
    error: genericMessage,
  })
  return { typed, errors: parsed.success ? {} : fieldsOf(parsed.error) }
}
