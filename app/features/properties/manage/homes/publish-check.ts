/** The sections of a home's page that can be empty, and where they are filled in. */
export const SECTION_FORMS = {
  photos: { title: 'Photos', page: 'photos' },
  story: { title: 'Story', page: 'page#story' },
  rooms: { title: 'Rooms and beds', page: 'page#rooms' },
  amenities: { title: 'Amenities', page: 'page#amenities' },
  reviews: { title: 'Reviews', page: 'page#reviews' },
  questions: { title: 'Questions and answers', page: 'page#questions' },
  surroundings: { title: 'Map', page: 'page#surroundings' },
  host: { title: 'Host', page: 'page#host' },
} as const
export type EmptySection = keyof typeof SECTION_FORMS

/**
 * Something that a home has not got, in a sentence. It must have it before guests see it, should have it, or may have it.
 * `page` is that of the home in the back office, with the anchor of the form.
 */
export type Missing = { level: 'must' | 'should' | 'may'; words: string; page: string; section?: EmptySection }
