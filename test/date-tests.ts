/** Checks that a project's time zone is in effect. */
export const IN_A_ZONE = 'test/time-zone.test.ts'

/**
 * Tests of code that calculates, writes or parses dates, from pure functions to the calendar export. They
 * also run in other time zones.
 */
export const DATE_TESTS = [
  'app/shared/**/*.test.ts',
  'app/ui/calendar/calendar-*.test.{ts,tsx}',
  'app/ui/form/use-form-draft.test.ts',
  'app/platform/db/database.test.ts',
  'app/features/pricing/{agreed-price,explain-price,price,price.properties,price-rules,rates}.test.ts',
  'app/features/availability/{arrival-days,next-open,stay-rules,stay-picker/stay-choice}.test.ts',
  'app/features/search/{alternatives,discounts-by-day,search-query,search.properties}.test.ts',
  'app/features/search/results/search-results.test.tsx',
  'app/features/back-office/changes.test.ts',
  'app/features/reports/business/business-report.test.tsx',
  'app/features/owners/{owner-calendar,statement-view}.test.tsx',
  'app/features/pricing/manage/price-words.test.ts',
  'app/features/pricing/manage/prices/{exact-seasons,nightly-rates,stay-price}.test.ts',
  'app/features/turnovers/turnovers.test.ts',
  'app/features/import/{read-bookings,read-cells,spellings}.test.ts',
  'app/features/calendar-board/{board,calendar-address,open-nights,plan-change,preview-stay}.test.ts',
  'app/features/bookings/manage/{list/booking-list,page/stay-steps}.test.ts',
  'app/features/bookings/unpaid-stays.test.ts',
  'app/features/bookings/guest-page/refund-schedule.test.ts',
  'app/features/bookings/{bookings,payment-plan,payment-words,booking-calendar}.test.ts',
  'app/features/guest-messages/due-messages.test.ts',
  'app/features/bookings/{quotes/quote-page,guest-page/guest-page}.test.tsx',
  'app/features/channels/nights/{channel-nights,compare-nights,night-ranges}.test.ts',
  'app/features/calendar-sync/{export-calendar,round-trip,reading/*}.test.ts',
  'app/features/embeds/booking-frame.test.tsx',
  'app/features/giveaway/giveaway.test.ts',
  'app/features/properties/{cancellation-policy,vacation-rental}.test.ts',
  'server/page-cache/page-cache.test.ts',
  IN_A_ZONE,
]
