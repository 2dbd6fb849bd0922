import { replacedStayLinks } from '#app/features/bookings/bookings.tables.server.ts'
import { disputes, ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { calendarExportEvents, calendarExports } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import {
  channelBookings,
  channelConnections,
  channelListings,
  channelRatePlans,
  channelRevisions,
} from '#app/features/channels/channels.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import {
  giveawayDrawLines,
  giveawayDraws,
  giveawayEntries,
  giveawayRounds,
  giveawayShares,
  giveaways,
} from '#app/features/giveaway/giveaway.tables.server.ts'
import { stayDoorCodes, stayMessages } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { importedBookings, importFiles } from '#app/features/import/import.tables.server.ts'
import { conversations, mailAttachments, mailMessages } from '#app/features/inbox/inbox.tables.server.ts'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { taxFilings } from '#app/features/lodging-tax/lodging-tax.tables.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterLinks,
  newsletterSubscriptions,
} from '#app/features/newsletter/newsletter.tables.server.ts'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import { ownerCosts, ownerProperties, ownerStatements, owners } from '#app/features/owners/owners.tables.server.ts'
import {
  payoutLines,
  payoutSyncState,
  payouts,
  resolvedPayoutProblems,
} from '#app/features/payouts/payouts.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import {
  cleanerLinkProperties,
  cleanerLinks,
  cleanerMailLinks,
  turnoverImages,
  turnoverMarks,
} from '#app/features/turnovers/turnovers.tables.server.ts'
import { webhooks } from '#app/features/webhooks/webhooks.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { idempotencyKeys } from '#app/platform/http/http.tables.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import { emailLogs, mailHosts } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { loadDemoYear } from '#content/demo-year/load-demo-year.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { loadProperty } from '#content/load-property.ts'
import { demoPromoCode } from '#content/prices.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { samplePost } from '#content/sample-post.ts'
import { demoPaymentWays, site } from '#content/site.ts'
import { makeBooking, makeDate, makeImport, makePayment, makePricedProperty, makeQuote, NOON } from './factories.ts'

/** The demo's content without image bytes, and a row of trial data in each table that going live empties. */
export async function makeDemoWithTrials(services: Services, db: Services['db']): Promise<void> {
  await db.insert(installation).values({ mode: 'demo' })
  await db.transaction(async (tx) => {
    await tx.insert(siteTable).values({ ...site, paymentWays: demoPaymentWays })
    for (const [order, property] of demoProperties.entries()) await loadProperty(tx, property, { order, demo: true })
    await tx.insert(promoCodes).values(demoPromoCode)
    await loadDemoYear(services, tx, { promoCode: demoPromoCode, giveaway: demoGiveaway(NOON) })
  })
  await db.insert(blogPosts).values(samplePost(NOON))
  const [giveaway] = await db.insert(giveaways).values(demoGiveaway(NOON)).returning({ id: giveaways.id })
  const entry = { giveawayId: giveaway?.id ?? '', email: 'ada@example.com' }
  const person = { ...entry, fullName: 'Ada', phone: '1', state: 'CO', zipCode: '80487', rulesVersion: '1' }
  const [entered] = await db.insert(giveawayEntries).values(person).returning()
  await db.insert(giveawayShares).values({ ...entry, channel: 'x' })
  const frozen = { giveawayId: entry.giveawayId, listDigest: 'd'.repeat(64), seedSource: 'Dice', frozenAt: NOON }
  const drawn = { ...frozen, lines: 1, tickets: 3 }
  const [draw] = await db.insert(giveawayDraws).values(drawn).returning()
  const line = { drawId: draw?.id ?? '', line: 1, code: 'c'.repeat(64), entries: 3, entryId: entered?.id }
  await db.insert(giveawayDrawLines).values(line)
  await db.insert(giveawayRounds).values({ drawId: line.drawId, round: 1 })
  const sender = { name: 'Ada', email: 'ada@example.com' }
  await db.insert(inquiries).values({ ...sender, subject: 'Towels', message: 'Two more, please.' })
  await db.insert(hostInquiries).values({ ...sender, propertyLocation: 'Oak Creek', bedrooms: 2, maxGuests: 4 })
  const [reader] = await db
    .insert(newsletterSubscriptions)
    .values({ email: 'ada@example.com' })
    .returning({ id: newsletterSubscriptions.id })
  const link = { subscriptionId: reader?.id ?? '', purpose: 'unsubscribe' as const }
  await db.insert(newsletterLinks).values({ ...link, tokenHash: 'h' })
  const sent = { subject: 'First snow', body: 'It came early.', startedAt: NOON, readers: 1 }
  const [issue] = await db.insert(newsletterIssues).values(sent).returning({ id: newsletterIssues.id })
  await db.insert(newsletterDeliveries).values({ issueId: issue?.id ?? '', subscriptionId: link.subscriptionId })
  await db.insert(emailLogs).values({ to: 'a', template: 't', subject: 's', payload: { n: [null, 'é'] }, status: 'ok' })
  await db.insert(mailHosts).values({ host: 'smtp.example', nextTryAt: NOON, error: 'no connection' })
  const mail = { to: 'ada@example.com', template: 'contact-received', subject: 'Towels', html: '<p>Two more.</p>' }
  await db.transaction((tx) => services.jobs.send('mail', mail, { db: inTransaction(tx) }))
  await db.insert(idempotencyKeys).values({ scope: 's', key: 'k', digest: 'd', status: 201, response: {} })
  const trial = await makePricedProperty(db, { name: 'A trial', demo: true })
  const stay = await makeBooking(db, trial, { from: '2027-07-01', to: '2027-07-05' })
  const paymentId = await makePayment(db, stay)
  const disputed = { status: 'won', isInquiry: false, amount: '10', reason: 'general' } as const
  await db.insert(disputes).values({ ...disputed, id: 'du_1', paymentId, openedAt: NOON, fetchedAt: NOON })
  const choices = { columns: [], property: '', properties: {}, order: '' as const, unstated: 'none' as const }
  const file = {
    kind: 'bookings' as const,
    name: 'a.csv',
    parsed: { header: ['a'], rows: [] },
    choices,
    createdAt: NOON,
  }
  await db.insert(importFiles).values(file)
  await db.insert(importedBookings).values({ bookingId: stay, importId: stay, source: 'Vrbo', reference: 'HA-1' })
  await db.insert(replacedStayLinks).values({ tokenHash: 'h', bookingId: stay, replacedAt: NOON })
  await db.insert(stayDoorCodes).values({ bookingId: stay, propertyId: trial, doorCode: '1357#' })
  await db.insert(ledger).values({ bookingId: stay, kind: 'paid-elsewhere', amount: '10', happenedAt: NOON })
  await db.insert(audit).values({ action: 'note', subject: 'booking', subjectId: stay, happenedAt: NOON })
  await makeDate(db, trial, '2027-10-01', { price: '700' })
  await makeImport(db, trial, { from: '2027-08-01', to: '2027-08-05' })
  await makeChannelTrials(db, { propertyId: trial, bookingId: stay })
  await db.insert(calendarExports).values({ propertyId: trial, key: 'k', uidToken: 'm' })
  const nights = { from: '2027-07-01', to: '2027-07-05' }
  await db.insert(calendarExportEvents).values({ propertyId: trial, uid: 'u', nights, changedAt: NOON })
  await makeQuote(db, trial, { from: '2027-09-01', to: '2027-09-05' })
  const [talk] = await db.select({ id: conversations.id }).from(conversations)
  const email = { isIncoming: true, messageId: '<a@example.com>', subject: 'Towels', body: 'Thanks' }
  const [mailed] = await db
    .insert(mailMessages)
    .values({ conversationId: talk?.id ?? '', ...email })
    .returning({ id: mailMessages.id })
  const content = new TextEncoder().encode('a map')
  const map = { name: 'map.txt', contentType: 'text/plain', size: 5, content }
  await db.insert(mailAttachments).values({ ...map, messageId: mailed?.id ?? '' })
  await db.insert(stayMessages).values({ bookingId: stay, moment: 'thanks', anchor: '2027-07-05', sentAt: NOON })
  const review = { author: 'Ada', stars: 5, body: 'The lake at dawn.', stayedIn: '2027-07-01', createdAt: NOON }
  await db.insert(stayReviews).values({ bookingId: stay, propertyId: trial, ...review })
  const arrived = { status: 'paid', currency: 'usd', amount: 100, arrivesOn: '2027-06-03', lines: 'listed' } as const
  await db.insert(payouts).values({ ...arrived, id: 'po_1', createdAt: NOON })
  const part = { kind: 'charge', type: 'charge', amount: 130, fee: 30, happenedAt: NOON } as const
  await db.insert(payoutLines).values({ ...part, id: 'txn_1', payoutId: 'po_1' })
  await db
    .insert(resolvedPayoutProblems)
    .values({ problem: 'unknown', subjectId: 'txn_1', note: 'Mine', resolvedAt: NOON })
  await db.insert(payoutSyncState).values({ syncedAt: NOON })
  const month = { startsOn: '2027-05-01', endsOn: '2027-06-01', figures: {}, filedAt: NOON }
  const counted = { countedBy: 'check-out' as const, platforms: [] }
  await db.insert(taxFilings).values({ jurisdiction: 'Routt County', ...month, ...counted })
  const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
  const ann = { name: 'Ann Owner', ...terms, receivesCleaningFee: false, receivesOtherFees: false }
  const [owner] = await db.insert(owners).values(ann).returning({ id: owners.id })
  const ownerId = owner?.id ?? ''
  await db.insert(ownerProperties).values({ propertyId: trial, ownerId })
  await db.insert(ownerStatements).values({ ownerId, month: '2027-05-01', figures: {}, sentAt: NOON })
  await db
    .insert(ownerCosts)
    .values({ ownerId, propertyId: trial, spentOn: '2027-05-02', description: 'Pump', amount: 100 })
  await makeTurnoverTrials(db, trial)
  const ends = new Date(NOON.getTime() + 1)
  await db
    .insert(apiTokens)
    .values({ name: 'Locks', tokenHash: '0'.repeat(64), scopes: ['stays:read'], createdAt: NOON, expiresAt: ends })
  await db
    .insert(webhooks)
    .values({ url: 'https://hooks.example', secret: 'whsec_x', topics: ['message'], createdAt: NOON })
  await db.insert(inquiries).values({ name: 'Ada', email: 'ada@example.com', subject: 'Keys', message: 'Where?' })
}

async function makeChannelTrials(
  db: Services['db'],
  { propertyId, bookingId }: { propertyId: string; bookingId: string },
): Promise<void> {
  await db.insert(channelConnections).values({ server: 'staging', apiKey: 'k', testedAt: NOON })
  const there = { remotePropertyId: 'p', remoteRoomTypeId: 't', title: 'A trial', createdAt: NOON }
  const [listing] = await db
    .insert(channelListings)
    .values({ propertyId, ...there })
    .returning({ id: channelListings.id })
  const plan = { listingId: listing?.id ?? '', platform: 'airbnb' as const, remoteRatePlanId: 'r' }
  await db.insert(channelRatePlans).values(plan)
  const revision = { remoteBookingId: 'b', receivedAt: NOON }
  const insertedAt = NOON.toISOString()
  await db.insert(channelRevisions).values({ ...revision, id: 'v', insertedAt, status: 'new', outcome: 'applied' })
  const sold = { platform: plan.platform, revisionId: 'v', revisionInsertedAt: insertedAt, currency: 'USD' }
  await db.insert(channelBookings).values({ ...revision, ...sold, bookingId, priceByNight: [] })
}

async function makeTurnoverTrials(db: Services['db'], propertyId: string): Promise<void> {
  const [cleaner] = await db
    .insert(cleanerLinks)
    .values({ name: 'Maria', secretHash: 'h', createdAt: NOON })
    .returning({ id: cleanerLinks.id })
  const linkId = cleaner?.id ?? ''
  const turnover = { linkId, propertyId, turnover: 't', day: '2027-07-05' }
  const path = '/objects/uploads/damage.webp'
  await db.insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
  await db.insert(cleanerLinkProperties).values({ linkId, propertyId })
  await db.insert(cleanerMailLinks).values({ linkId, secretHash: 'm', createdAt: NOON })
  await db.insert(turnoverMarks).values({ ...turnover, doneAt: NOON })
  await db.insert(turnoverImages).values({ ...turnover, path, createdAt: NOON })
}
