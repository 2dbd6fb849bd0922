import { priceChangeFacts, priceChangeWords } from '#app/features/pricing/price-words.ts'
import { contentChangeFacts, contentChangeWords } from '#app/features/properties/manage/property-content.ts'
import { formatDate, isIsoDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { HistoryEntry } from './history.ts'

type Values = { before: unknown; after: unknown }

const summaryOf = (values: unknown) => String((values as { summary?: unknown } | null)?.summary ?? '')

/** What was done, where the action's own name does not say it well: `block.added` alone reads "Block added". */
const WORDS: Record<string, string | ((values: Values) => string)> = {
  'booking.cancelled': 'Booking canceled',
  'booking.moved': 'Stay moved',
  'booking.note-changed': 'Private note changed',
  'booking.home-ready': ({ after }) => (after === null ? 'Home marked as not ready' : 'Home marked as ready'),
  'booking.refunded': 'Refund made',
  'booking.paid-elsewhere': 'Payment recorded',
  'booking.returned': ({ after }) => (after === null ? 'Money to be returned again' : 'Money recorded as returned'),
  'booking.payment-reminded': 'Reminder to pay sent',
  'booking.payment-requested': 'Payment by card asked for',
  'booking.payment-withdrawn': 'Link to pay withdrawn',
  'site.payment-changed': 'How guests pay changed',
  'booking.guest-corrected': 'Guest’s details corrected',
  'booking.guest-link-renewed': 'Link to the guest’s page replaced',
  'site.decline-texts-changed': 'Decline messages changed',
  'booking.added': 'Booking added by hand',
  'cleaner-link.created': 'Link for a cleaner made',
  'cleaner-link.changed': 'Link for a cleaner changed',
  'cleaner-link.renewed': 'Link for a cleaner replaced',
  'cleaner-link.revoked': 'Link for a cleaner revoked',
  'damage.handled': 'Damage dealt with',
  'block.added': ({ after }) => summaryOf(after) || 'Block added',
  'block.removed': ({ before }) => summaryOf(before) || 'Block removed',
  'night-prices.changed': ({ after }) => summaryOf(after),
  'night-minimums.changed': ({ after }) => summaryOf(after),
  'calendar.added': 'Calendar of another site added',
  'calendar.removed': 'Calendar of another site removed',
  'calendar.address-renewed': 'Address of the home’s calendar renewed',
  'calendar.conflict-settled': 'Conflict settled: it is the same guest',
  'message.marked': ({ after }) => (after === 'new' ? 'Message marked as unread' : 'Message marked as read'),
  'host-inquiry.marked': ({ after }) =>
    after === 'new' ? 'Owner’s message marked as unread' : 'Owner’s message marked as read',
  'content.changed': contentChangeWords,
  'content.code-changed': contentChangeWords,
  'legal.version-added': 'Version of a legal page added',
  'prices.changed': priceChangeWords,
  'prices.copied': ({ after }) => `Prices copied to ${countOf(Object.keys(after ?? {}).length, 'home')}`,
  'promo.added': (values) => `Promo code ${codeIn(values)} added`,
  'promo.changed': (values) => `Promo code ${codeIn(values)} changed`,
  'promo.ended': (values) => `Promo code ${codeIn(values)} ended`,
}

const codeIn = ({ before, after }: Values) => ((after ?? before) as { code?: string } | null)?.code ?? ''

const spaced = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a recorded change did, in words. */
export function changeWords({ action, before, after }: Values & { action: string }): string {
  const words = Object.hasOwn(WORDS, action) ? WORDS[action] : undefined
  if (words === undefined) return capitalized(spaced(action))
  return typeof words === 'string' ? words : words({ before, after })
}

/** Records hold amounts of money in cents, under these names. */
const MONEY = /(?:amount|price|total|refund|fee|difference|charge|deposit|balance|paid|payment)$/i

function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return MONEY.test(name) ? formatMoney(value) : String(value)
  if (typeof value === 'string') return isIsoDate(value) ? formatDate(value, 'long') : value
  if (Array.isArray(value))
    return value
      .map((item) => valueWords(name, item))
      .filter(Boolean)
      .join(', ')
  return Object.entries(value)
    .map(([key, inner]) => [key, valueWords(key, inner)])
    .filter(([key, words]) => words && !isHidden(key ?? ''))
    .map(([key, words]) => `${spaced(key ?? '')} ${words}`)
    .join(', ')
}

/** Ids, versions and the like help to undo, and tell people nothing. */
const isHidden = (name: string) => /(?:^|[a-z])(?:id|ids|version|updatedAt|summary|undo)$/i.test(name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was before and after, by name, as text. Values that stayed the same are left out. */
export function changeFacts({ action, before, after }: Values & { action?: string }): HistoryEntry['facts'] {
  if (action?.startsWith('content.')) return contentChangeFacts({ before, after })
  if (action?.startsWith('prices.')) return priceChangeFacts({ before, after })
  if (!isRecord(before) && !isRecord(after)) {
    const fact = { name: '', before: valueWords('', before), after: valueWords('', after) }
    return fact.before || fact.after ? [fact] : []
  }
  const from = isRecord(before) ? before : { '': before }
  const to = isRecord(after) ? after : { '': after }
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => !isHidden(name))
    .map((name) => ({
      name: capitalized(spaced(name)),
      before: valueWords(name, from[name]),
      after: valueWords(name, to[name]),
    }))
    .filter((fact) => fact.before !== fact.after)
}
