import { sql } from 'drizzle-orm'
import { boolean, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/**
 * Posts of the journal. A draft is not published; another shows from `publishedAt` on. Without an author, the team's name
 * from the migration is used.
 */
export const blogPosts = siteTable(
  'blog_posts',
  {
    goLive: { removesDemo: 'sample posts', where: ({ post }) => sql`strpos(content, ${post}) > 0` },
    address: null,
    retention: null,
    restore: null,
    images: [
      { column: 'featured_image', holds: 'address', isPublic: sql`named.published` },
      { column: 'content', holds: 'text', isPublic: sql`named.published` },
    ],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    slug: text().notNull().unique(),
    excerpt: text().notNull(),
    content: text().notNull(),
    featuredImage: text('featured_image'),
    author: text().notNull().default(sql`default`),
    category: text().notNull(),
    tags: text().array().notNull().default([]),
    published: boolean().notNull().default(false),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** The homes that stand below it. */
    propertyIds: uuid('property_ids').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)
