import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as change from '#app/platform/change/change.tables.server.ts'
import { factsOf } from '#app/platform/db/site-table.server.ts'
import * as http from '#app/platform/http/http.tables.server.ts'
import * as installation from '#app/platform/installation.tables.server.ts'
import * as mail from '#app/platform/mail/mail.tables.server.ts'
import * as push from '#app/platform/push/push.tables.server.ts'
import * as rateLimits from '#app/platform/rate-limits/rate-limits.tables.server.ts'
import * as siteRecord from '#app/platform/site.tables.server.ts'
import * as availability from './availability/availability.tables.server.ts'
import * as backOffice from './back-office/back-office.tables.server.ts'
import * as bookings from './bookings/bookings.tables.server.ts'
import * as payments from './bookings/payments/payments.tables.server.ts'
import * as bookkeeping from './bookkeeping/bookkeeping.tables.server.ts'
import * as calendarSync from './calendar-sync/calendar-sync.tables.server.ts'
import * as channels from './channels/channels.tables.server.ts'
import * as contact from './contact/contact.tables.server.ts'
import * as giveaway from './giveaway/giveaway.tables.server.ts'
import * as guestMessages from './guest-messages/guest-messages.tables.server.ts'
import * as hostInquiries from './host-inquiries/host-inquiries.tables.server.ts'
import * as imports from './import/import.tables.server.ts'
import * as inbox from './inbox/inbox.tables.server.ts'
import * as journal from './journal/journal.tables.server.ts'
import * as lodgingTax from './lodging-tax/lodging-tax.tables.server.ts'
import * as media from './media/media.tables.server.ts'
import * as newsletter from './newsletter/newsletter.tables.server.ts'
import * as operators from './operators/operators.tables.server.ts'
import * as owners from './owners/owners.tables.server.ts'
import * as payouts from './payouts/payouts.tables.server.ts'
import * as pricing from './pricing/pricing.tables.server.ts'
import * as properties from './properties/properties.tables.server.ts'
import * as reviews from './reviews/reviews.tables.server.ts'
import * as site from './site/site.tables.server.ts'
import * as turnovers from './turnovers/turnovers.tables.server.ts'
import * as webhooks from './webhooks/webhooks.tables.server.ts'

const FILES = [
  change,
  http,
  installation,
  mail,
  push,
  rateLimits,
  siteRecord,
  availability,
  backOffice,
  bookings,
  payments,
  bookkeeping,
  calendarSync,
  channels,
  contact,
  giveaway,
  guestMessages,
  hostInquiries,
  imports,
  inbox,
  journal,
  lodgingTax,
  media,
  newsletter,
  operators,
  owners,
  payouts,
  pricing,
  properties,
  reviews,
  site,
  turnovers,
  webhooks,
]

/** Every table of the site with its facts. A test compares them with the database. */
export const SITE_TABLES = FILES.flatMap((file) =>
  Object.values<unknown>(file).flatMap((table) => (is(table, PgTable) ? [factsOf(table)] : [])),
)
