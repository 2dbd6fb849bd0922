import type { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { lakeKeowee } from './properties/lake-keowee.ts'
import { propertyImage } from './properties/property.ts'

/** The note that marks the post as a sample. Going live removes the post as long as it has the note. */
export const SAMPLE_NOTE = 'This is a sample post. It shows how a journal looks, and going live removes it.'

const IMAGE = 'lake-keowee-dock.jpg'

/** The journal's post in the demo, from the day before. */
export const samplePost = (now: Date): typeof blogPosts.$inferInsert => {
  const publishedAt = new Date(now.getTime() - 86_400_000)
  return {
    title: 'A day on the dock',
    slug: 'a-day-on-the-dock',
    excerpt: 'A sample post: from the first coffee to the last swim.',
    content: `*${SAMPLE_NOTE}*

The cove is quiet before eight, and the water is as warm as the air. Take your coffee down to the dock before anyone asks for pancakes.

![A wooden dock with two chairs, three kayaks, and a water trampoline](${propertyImage(IMAGE)} "The dock, before anyone is up")

## After breakfast

The trampoline is 15 feet across. Whoever gets there first chooses the rules.

- Kayaks until the wind comes up
- Lunch at the stone grill
- Nobody counts the swims

## When the light goes

The fire pit is on the sand. Bring a sweater, and let the children decide about the marshmallows.`,
    featuredImage: propertyImage(IMAGE),
    category: 'Lake Keowee',
    tags: ['lake', 'summer'],
    published: true,
    publishedAt,
    propertyIds: [lakeKeowee.property.id ?? ''],
    createdAt: publishedAt,
    updatedAt: publishedAt,
  }
}
