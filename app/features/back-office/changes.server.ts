import { bookChanges, moveChanges } from '#app/features/bookings/manage/by-hand/by-hand.changes.server.ts'
import { bookingChanges, todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { declineTextsChanges } from '#app/features/bookings/manage/page/decline-texts.changes.server.ts'
import { bookkeepingChanges } from '#app/features/bookkeeping/bookkeeping.changes.server.ts'
import { nightChanges } from '#app/features/calendar-board/nights.changes.server.ts'
import { calendarChanges } from '#app/features/calendar-sync/manage/calendars.changes.server.ts'
import { drawChanges } from '#app/features/giveaway/manage/draw.changes.server.ts'
import { giveawayChanges } from '#app/features/giveaway/manage/giveaway.changes.server.ts'
import { winnerChanges } from '#app/features/giveaway/manage/winner.changes.server.ts'
import { messageTextsChanges } from '#app/features/guest-messages/manage/message-texts.changes.server.ts'
import { followedChanges } from '#app/features/import/follow-row.changes.server.ts'
import { importChanges } from '#app/features/import/import.changes.server.ts'
import { fileChanges, fileUploadChanges } from '#app/features/import/import-file.changes.server.ts'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { savedAnswerChanges } from '#app/features/inbox/saved-answers.changes.server.ts'
import { writeToGuestChanges } from '#app/features/inbox/write-to-guest.changes.server.ts'
import { postChanges } from '#app/features/journal/manage/journal.changes.server.ts'
import { lodgingTaxChanges } from '#app/features/lodging-tax/lodging-tax.changes.server.ts'
import { issueChanges } from '#app/features/newsletter/manage/issues.changes.server.ts'
import { accountChanges } from '#app/features/operators/manage/account/account.changes.server.ts'
import { peopleChanges } from '#app/features/operators/manage/people/people.changes.server.ts'
import { tokenChanges } from '#app/features/operators/manage/tokens/token.changes.server.ts'
import { costChanges } from '#app/features/owners/costs.changes.server.ts'
import { ownerChanges, ownersChanges } from '#app/features/owners/owners.changes.server.ts'
import { statementChanges } from '#app/features/owners/statements.changes.server.ts'
import { payoutChanges } from '#app/features/payouts/payouts.changes.server.ts'
import { codeChanges } from '#app/features/pricing/manage/codes/code.changes.server.ts'
import { copyChanges } from '#app/features/pricing/manage/prices/copy-page.server.ts'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import { personalDataChanges } from '#app/features/privacy/manage/personal-data.changes.server.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { homeChanges, homesChanges } from '#app/features/properties/manage/homes/home.changes.server.ts'
import { homePageChanges } from '#app/features/properties/manage/page/home-page.changes.server.ts'
import { photoChanges, uploadChanges } from '#app/features/properties/manage/photos/photo.changes.server.ts'
import { propertyChanges } from '#app/features/properties/manage/property.changes.server.ts'
import { reviewChanges } from '#app/features/reviews/manage/review.changes.server.ts'
import { contentChanges as siteContentChanges } from '#app/features/site/manage/content.changes.server.ts'
import { legalChanges } from '#app/features/site/manage/legal.changes.server.ts'
import { siteChanges } from '#app/features/site/manage/site.changes.server.ts'
import { turnoverChanges } from '#app/features/turnovers/manage/turnovers.changes.server.ts'
import { webhookChanges } from '#app/features/webhooks/manage/webhook.changes.server.ts'
import type { AuditRow, ScopedWords, Undo, Values } from '#app/platform/change/audit.server.ts'
import { NOT_ALLOWED } from '#app/platform/change/change.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type Fact, factsOf, type Known } from '#app/shared/declared-facts.ts'
import { may } from '#app/shared/may.ts'
import { capitalized } from '#app/shared/words.ts'
import { setUpChanges } from './set-up.changes.server.ts'

/** Every change that operators make, by feature. */
export const ALL_CHANGES = [
  ...([bookingChanges, todayChanges, declineTextsChanges, contentChanges, propertyChanges, priceChanges] as const),
  ...([copyChanges, codeChanges, nightChanges, calendarChanges, turnoverChanges, inboxChanges] as const),
  ...([bookChanges, moveChanges, siteChanges, siteContentChanges, legalChanges, homesChanges, homeChanges] as const),
  ...([homePageChanges, setUpChanges, photoChanges, uploadChanges] as const),
  ...([fileUploadChanges, fileChanges, importChanges, giveawayChanges, drawChanges, winnerChanges] as const),
  ...([
    peopleChanges,
    accountChanges,
    personalDataChanges,
    tokenChanges,
    webhookChanges,
    messageTextsChanges,
    reviewChanges,
    issueChanges,
    savedAnswerChanges,
    writeToGuestChanges,
    postChanges,
    lodgingTaxChanges,
    ownerChanges,
    ownersChanges,
    costChanges,
    statementChanges,
    bookkeepingChanges,
    payoutChanges,
    followedChanges,
  ] as const),
] as const

/** How History has every change that is recorded, by its name. */
export const HISTORY = historyOf(ALL_CHANGES) satisfies Record<string, ScopedWords>

/** The names of all changes. */
export type ChangeName = keyof typeof HISTORY

type Recorded = Values & { action: string }

/** Null for a name that an earlier version recorded. */
const wordsFor = (action: string): ScopedWords | null =>
  Object.hasOwn(HISTORY, action) ? HISTORY[action as ChangeName] : null

/** The words of a name that an earlier version recorded, or of a subject: `Cleaner link revoked`. */
export const nameWords = (name: string): string => capitalized(name.replaceAll(/[-.]/g, ' '))

/** Of a person who is erased, the records are emptied and stay. A change that declares no facts records nothing. */
function isErased({ action, before, after }: Recorded): boolean {
  const facts = wordsFor(action)?.facts ?? {}
  const isDeclared = typeof facts === 'function' || Object.keys(facts).length > 0
  return isDeclared && before === null && after === null
}

/** What a recorded change did, in words. */
export function changeWords(change: Recorded): string {
  const { action, before, after } = change
  const words = wordsFor(action)?.words ?? nameWords(action)
  if (typeof words === 'string') return words
  return isErased(change) ? nameWords(action) : words({ before, after })
}

/** What was before and after, as its change declares it. Values that stayed the same are left out. */
export function changeFacts({ action, ...values }: Recorded, known?: Known): Fact[] {
  if (isErased({ action, ...values })) return []
  const facts = wordsFor(action)?.facts ?? {}
  return typeof facts === 'function' ? facts(values) : factsOf(facts, values, known)
}

/** Whether undoing a change asks who signed in long ago to do so again. So does the change itself. */
export const confirmsUndo = ({ action }: Pick<AuditRow, 'action'>): boolean => wordsFor(action)?.confirms ?? false

/** How a recorded change is taken back. A text says why it cannot be, or not by this operator; it may be empty. */
export function undoOf(recorded: Pick<AuditRow, 'action' | 'before' | 'after'>, by: Operator): Undo | string {
  const { action, before } = recorded
  const change = wordsFor(action)
  if (change && !may(by, change.scope)) return NOT_ALLOWED.message
  if (typeof change?.undo === 'function' && isErased(recorded)) return 'What it recorded is erased.'
  if (!change?.ifRecorded) return change?.undo ?? ''
  return (before as { undo?: unknown } | null)?.undo ? change.undo : 'The guest was told, or money moved.'
}
