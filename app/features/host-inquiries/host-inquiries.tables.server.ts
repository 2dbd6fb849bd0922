import { integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/** How far the talk with an owner has come. */
export const hostInquiryStates = ['new', 'contacted', 'visit', 'agreed', 'declined'] as const

export const hostInquiries = siteTable(
  'host_inquiries',
  {
    goLive: { removes: 'messages of owners' },
    address: 'email',
    retention: { period: 'hostInquiries', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    propertyLocation: text('property_location').notNull(),
    bedrooms: integer().notNull(),
    bathrooms: numeric({ precision: 3, scale: 1 }),
    maxGuests: integer('max_guests').notNull(),
    airbnbLink: text('airbnb_link'),
    vrboLink: text('vrbo_link'),
    additionalInfo: text('additional_info'),
    status: text({ enum: hostInquiryStates }).notNull().default('new'),
    createdAt: createdAt(),
  },
)
