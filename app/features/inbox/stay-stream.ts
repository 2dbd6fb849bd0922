import { STATUS_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import type { LedgerEntry, ManagedStay, SentMail, StatusChange } from '#app/features/bookings/manage/managed-stay.ts'
import type { StayMessage } from './conversations.ts'

/** An operator's change, in words. */
type StayChange = { id: string; words: string; by: string | null; at: string; time: string }

type Timed = { key: string; at: string; time: string }

/** One thing in the stream of a stay. */
export type StreamItem = Timed &
  (
    | { kind: 'request'; text: string }
    | { kind: 'message'; message: StayMessage }
    | { kind: 'email'; mail: SentMail }
    | { kind: 'money'; entry: LedgerEntry }
    | { kind: 'change'; words: string; reason: string | null }
  )

/** What of it is shown, as the address names it. */
export const STREAM_FILTERS = { everything: 'Everything', messages: 'Messages', changes: 'Changes' } as const
export type StreamFilter = keyof typeof STREAM_FILTERS

type Parts = Pick<ManagedStay, 'history' | 'ledger' | 'mails' | 'specialRequests'> & {
  messages: readonly StayMessage[]
  changes: readonly StayChange[]
  /** Who may not see money or messages gets none. */
  sees: { money: boolean; contacts: boolean }
}

/** Messages, emails, payments, and changes of a stay, the oldest first. */
export function streamOf({ history, ledger, mails, specialRequests, messages, changes, sees }: Parts): StreamItem[] {
  const [first] = history
  const request = sees.contacts && specialRequests && first ? [{ ...first, text: specialRequests }] : []
  const items: StreamItem[] = [
    ...history.map(statusItem),
    ...request.map(({ text, at, time }) => ({ kind: 'request', key: 'request', text, at, time }) as const),
    ...changes.map(({ id: key, words, by, at, time }): StreamItem => {
      return { kind: 'change', key, words: by ? `${words} by ${by}` : words, reason: null, at, time }
    }),
    ...(sees.contacts ? messages : []).map((message): StreamItem => {
      return { kind: 'message', key: message.id, message, at: message.at, time: message.time }
    }),
    ...(sees.contacts ? mails : []).map((mail): StreamItem => {
      return { kind: 'email', key: `${mail.to} ${mail.subject} ${mail.time}`, mail, at: mail.at, time: mail.time }
    }),
    ...(sees.money ? ledger : []).map((entry): StreamItem => {
      return {
        kind: 'money',
        key: `${entry.kind} ${entry.amount} ${entry.time}`,
        entry,
        at: entry.at,
        time: entry.time,
      }
    }),
  ]
  return items.toSorted((one, other) => one.time.localeCompare(other.time))
}

/** Whether a filter lets an item through. */
export function isShown({ kind }: StreamItem, filter: StreamFilter): boolean {
  const isWritten = kind === 'message' || kind === 'request' || kind === 'email'
  return filter === 'everything' || isWritten === (filter === 'messages')
}

const HAPPENED: Record<StatusChange['toStatus'], string> = {
  ...STATUS_WORDS,
  held: 'Started to pay',
  pending: 'Requested',
}

const CAUSES = {
  guest: 'by the guest',
  operator: 'by an operator',
  time: 'when the time was up',
  payment: 'by the payment',
  conflict: 'because the nights were taken',
  platform: 'on the platform',
}

function statusItem({ toStatus, cause, operatorName, reason, at, time }: StatusChange): StreamItem {
  const who = cause === 'operator' && operatorName ? `by ${operatorName}` : CAUSES[cause]
  return { kind: 'change', key: `${toStatus} ${time}`, words: `${HAPPENED[toStatus]} ${who}`, reason, at, time }
}
