import { availabilityFeature } from './availability/availability.feature.server.ts'
import { bookingsFeature } from './bookings/bookings.feature.server.ts'
import { bookkeepingFeature } from './bookkeeping/bookkeeping.feature.server.ts'
import { calendarBoardFeature } from './calendar-board/calendar-board.feature.server.ts'
import { calendarSyncFeature } from './calendar-sync/calendar-sync.feature.server.ts'
import { channelsFeature } from './channels/channels.feature.server.ts'
import { contactFeature } from './contact/contact.feature.server.ts'
import { embedsFeature } from './embeds/embeds.feature.server.ts'
import { giveawayFeature } from './giveaway/giveaway.feature.server.ts'
import { guestMessagesFeature } from './guest-messages/guest-messages.feature.server.ts'
import { hostInquiriesFeature } from './host-inquiries/host-inquiries.feature.server.ts'
import { importFeature } from './import/import.feature.server.ts'
import { inboxFeature } from './inbox/inbox.feature.server.ts'
import { journalFeature } from './journal/journal.feature.server.ts'
import { lodgingTaxFeature } from './lodging-tax/lodging-tax.feature.server.ts'
import { mediaFeature } from './media/media.feature.server.ts'
import { newsletterFeature } from './newsletter/newsletter.feature.server.ts'
import { operatorsFeature } from './operators/operators.feature.server.ts'
import { ownersFeature } from './owners/owners.feature.server.ts'
import { payoutsFeature } from './payouts/payouts.feature.server.ts'
import { pricingFeature } from './pricing/pricing.feature.server.ts'
import { privacyFeature } from './privacy/privacy.feature.server.ts'
import { propertiesFeature } from './properties/properties.feature.server.ts'
import { reviewsFeature } from './reviews/reviews.feature.server.ts'
import { searchFeature } from './search/search.feature.server.ts'
import { setUpFeature } from './set-up/set-up.feature.server.ts'
import { siteFeature } from './site/site.feature.server.ts'
import { turnoversFeature } from './turnovers/turnovers.feature.server.ts'
import { webhooksFeature } from './webhooks/webhooks.feature.server.ts'

/** Every feature. What the site does with all of them follows from this list. */
export const FEATURES = [
  mediaFeature,
  siteFeature,
  propertiesFeature,
  pricingFeature,
  availabilityFeature,
  searchFeature,
  bookingsFeature,
  guestMessagesFeature,
  reviewsFeature,
  embedsFeature,
  calendarSyncFeature,
  channelsFeature,
  contactFeature,
  hostInquiriesFeature,
  newsletterFeature,
  journalFeature,
  giveawayFeature,
  operatorsFeature,
  turnoversFeature,
  privacyFeature,
  webhooksFeature,
  calendarBoardFeature,
  inboxFeature,
  importFeature,
  lodgingTaxFeature,
  ownersFeature,
  payoutsFeature,
  bookkeepingFeature,
  setUpFeature,
] as const
