/** The sections of a home's page that can be empty, and the forms where they are filled in. */
const SECTION_FORMS = {
  images: { title: 'Photos', page: 'photos' },
  story: { title: 'Story', page: 'page?section=story' },
  rooms: { title: 'Rooms and beds', page: 'page?section=rooms' },
  amenities: { title: 'Amenities', page: 'page?section=amenities' },
  reviews: { title: 'Reviews', page: 'page?section=reviews' },
  questions: { title: 'Questions and answers', page: 'page?section=questions#add-question' },
  surroundings: { title: 'Map', page: 'page?section=surroundings' },
  host: { title: 'Host', page: 'page?section=host' },
} as const
export type EmptySection = keyof typeof SECTION_FORMS

/** Each form that the check leads to, with its address below that of the home in the back office. */
export const PROPERTY_FORMS = {
  ...SECTION_FORMS,
  place: { title: 'Place and times', page: 'page?section=place' },
  figures: { title: 'Figures', page: 'page?section=figures' },
  nightly: { title: 'Prices', page: 'prices#change-nightly' },
  taxes: { title: 'Taxes', page: 'prices#add-tax' },
  stayRules: { title: 'Stay rules', page: 'rules#stay-rules' },
  cancellation: { title: 'Cancellation policy', page: 'rules#change-cancellation' },
} as const

/**
 * Something that a home has not got, in a sentence. It must have it before guests see it, should have it, or may have
 * it. `section` is that of its page that stays empty.
 */
export type Missing = {
  level: 'must' | 'should' | 'may'
  words: string
  form: keyof typeof PROPERTY_FORMS
  section?: EmptySection
}

/** The address of a form of a home. */
export const propertyPath = (slug: string, form: keyof typeof PROPERTY_FORMS) =>
  `/admin/homes/${slug}/${PROPERTY_FORMS[form].page}`

/** The address of the form that publishes a home. */
export const publishPath = (slug: string) => `/admin/homes/${slug}#change-status`
