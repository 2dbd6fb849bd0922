import type { OpenAPIHono } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { availabilityApi } from '#app/features/availability/availability.api.server.ts'
import { historyApi } from '#app/features/back-office/history.api.server.ts'
import { guestPageApi } from '#app/features/bookings/guest-page/guest-page.api.server.ts'
import { holdsApi } from '#app/features/bookings/holds/holds.api.server.ts'
import { manageBookingsApi } from '#app/features/bookings/manage/api/manage-bookings.api.server.ts'
import { paymentsApi } from '#app/features/bookings/payments/payments.api.server.ts'
import { quotesApi } from '#app/features/bookings/quotes/quotes.api.server.ts'
import { bookingsApi } from '#app/features/bookings/request/bookings.api.server.ts'
import { bookkeepingApi } from '#app/features/bookkeeping/bookkeeping.api.server.ts'
import { blocksApi } from '#app/features/calendar-board/blocks.api.server.ts'
import { calendarSyncApi } from '#app/features/calendar-sync/calendar-sync.api.server.ts'
import { contactApi } from '#app/features/contact/contact.api.server.ts'
import { embedsApi } from '#app/features/embeds/embeds.api.server.ts'
import { giveawayApi } from '#app/features/giveaway/giveaway.api.server.ts'
import { giveawayEntriesApi } from '#app/features/giveaway/manage/entries.api.server.ts'
import { hostInquiriesApi } from '#app/features/host-inquiries/host-inquiries.api.server.ts'
import { inboxFilesApi } from '#app/features/inbox/files.api.server.ts'
import { lodgingTaxApi } from '#app/features/lodging-tax/lodging-tax.api.server.ts'
import { mediaApi } from '#app/features/media/media.api.server.ts'
import { readersApi } from '#app/features/newsletter/manage/readers.api.server.ts'
import { newsletterApi } from '#app/features/newsletter/newsletter.api.server.ts'
import { apiAccess } from '#app/features/operators/api-tokens.server.ts'
import { ownersApi } from '#app/features/owners/owners.api.server.ts'
import { payoutsApi } from '#app/features/payouts/payouts.api.server.ts'
import { promoCodesApi } from '#app/features/pricing/promo-codes.api.server.ts'
import { privacyApi } from '#app/features/privacy/privacy.api.server.ts'
import { hostPhotoApi } from '#app/features/properties/manage/host-photo.api.server.ts'
import { newPropertyApi } from '#app/features/properties/manage/new-property.api.server.ts'
import { photoUploadApi } from '#app/features/properties/manage/photos/photo-upload.api.server.ts'
import { propertyImagesApi } from '#app/features/properties/manage/photos/property-images.api.server.ts'
import { propertiesApi } from '#app/features/properties/properties.api.server.ts'
import { reviewsApi } from '#app/features/reviews/reviews.api.server.ts'
import { searchApi } from '#app/features/search/search.api.server.ts'
import { siteImagesApi } from '#app/features/site/manage/site-images.api.server.ts'
import { turnoversApi } from '#app/features/turnovers/turnovers.api.server.ts'
import { embedCors, embeddablePaths } from '#app/platform/http/embeddable.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import { rememberVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { health } from './health.ts'
import { mcpApi } from './mcp/mcp-api.ts'
import { answerError } from './middleware/error-response.ts'
import { createLoadShedding, type RunOrShed } from './middleware/load-shedding.ts'

/** Every feature's part of the API, in matching order. */
function featureApis(services: Services, runOrShed: RunOrShed): OpenAPIHono[] {
  const access = apiAccess(services)
  return [
    searchApi(services),
    availabilityApi(services),
    promoCodesApi(services),
    quotesApi(services),
    holdsApi(services),
    bookingsApi(services),
    guestPageApi(services),
    manageBookingsApi(services, access),
    historyApi(services, access),
    lodgingTaxApi(services, access),
    payoutsApi(services, access),
    bookkeepingApi(services, access),
    ownersApi(services, access),
    blocksApi(services, access),
    privacyApi(services, access),
    readersApi(services, access),
    inboxFilesApi(services, access),
    paymentsApi(services),
    calendarSyncApi(services),
    turnoversApi(services),
    reviewsApi(services),
    propertiesApi(services, access),
    newPropertyApi(services, access),
    propertyImagesApi(services, access),
    hostPhotoApi(services, access),
    siteImagesApi(services, access),
    photoUploadApi(services, access),
    mediaApi(services, access),
    embedsApi(services),
    newsletterApi(services),
    contactApi(services),
    hostInquiriesApi(services),
    giveawayApi(services),
    giveawayEntriesApi(services, access),
    mcpApi(services, access, runOrShed),
  ]
}

/**
 * Everything that is not a page: REST, images, health. Independent of the page build, so that tests run it from source.
 */
export function createApi(services: Services, runOrShed = createLoadShedding(services)): OpenAPIHono {
  const { config } = services
  const features = featureApis(services, runOrShed)
  const api = apiApp()
  api.onError(answerError(services))

  // Before any rate limit, so that an embedding site can read a refusal.
  for (const path of features.flatMap(embeddablePaths)) api.use(path, embedCors(config))
  api.use(rememberVisitor(services))
  api.use(async (context, next) => {
    await next()
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') services.versions.recheck()
  })
  const compressAnswer = compress()
  // Not the answers to a POST: they are short, and compressing would cost more than their work.
  api.use('/api/*', (context, next) => (context.req.method === 'GET' ? compressAnswer(context, next) : next()))
  api.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
  })
  api.use('/api/*', rateLimit(services, 'calls'))

  api.route('/', health(services))
  for (const feature of features) api.route('/', feature)
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    ...{ type: 'http', scheme: 'bearer' },
    description: 'A token that an owner makes under More, API and webhooks. It has scopes, and ends.',
  })
  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Booking engine',
      version: '1',
      description: 'Money is in integer cents, stays are `[check-in, check-out)` dates.',
    },
    servers: [{ url: config.siteUrl }],
  })
  api.all('/api/*', (context) => context.json({ code: 'not-found', message: 'There’s no such call.' }, 404))
  return api
}
