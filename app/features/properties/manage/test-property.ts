import { GENERIC_WORDS } from '#app/shared/problem.ts'

export const FIELDS = ['name', 'description', 'location'] as const
export type TestProperty = Record<(typeof FIELDS)[number], string>

/** A home of the list call, as the operator sees it. */
export type ListedProperty = {
  id: string
  name: string
  description: string
  location: string
  images: string[]
  published: boolean
}

/** What the create call is sent for a test property (specification, sections 7 and 9). */
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

/** What was typed, without space around it, and what is missing of it. */
export function readTestProperty(form: FormData): { typed: TestProperty; errors: Partial<TestProperty> } {
  const said = (field: string) => String(form.get(field) ?? '').trim()
  const typed = { name: said('name'), description: said('description'), location: said('location') }
  const missing = FIELDS.filter((field) => !typed[field])
  return { typed, errors: Object.fromEntries(missing.map((field) => [field, GENERIC_WORDS.required])) }
}
