import { registerBackOfficeWorker } from '#app/shared/browser/back-office-worker.ts'
import { storeOfflineCopy } from '#app/shared/browser/offline-copy.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { Task } from '#app/shared/task.ts'
import { movementsOf, type TodayStay } from '../today.ts'
import { OFFLINE_TOKENS, type OfflineList, offlinePage } from './offline-page.ts'

const DAYS = 7

export type Today = { stays: readonly TodayStay[]; tasks: readonly Task[] }

/** Who comes and goes, by day, and what waits. */
export function offlineListsOf({ stays, tasks }: Today): OfflineList[] {
  const days = movementsOf(stays, DAYS).map(({ date, movements }) => ({
    title: formatDate(date, 'day'),
    empty: '',
    lines: movements.map(({ kind, stay }) => {
      const when = kind === 'check-in' ? `Check-in from ${stay.checkInTime}` : `Check-out by ${stay.checkOutTime}`
      return {
        title: `${stay.guestName}, ${stay.property}`,
        detail: [when, stay.guestPhone].filter(Boolean).join(' · '),
      }
    }),
  }))
  const none = { title: 'Next seven days', empty: 'Nobody checks in or out.', lines: [] }
  const needs = {
    title: 'Needs you',
    empty: 'Nothing was waiting for you.',
    lines: tasks.map(({ title, detail }) => ({ title, detail })),
  }
  return [...(days.length > 0 ? days : [none]), needs]
}

function presentTokens() {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(OFFLINE_TOKENS.map((name) => [name, style.getPropertyValue(name)])) as Record<
    (typeof OFFLINE_TOKENS)[number],
    string
  >
}

/** Stores Today on this device, as it is shown now, with the time. */
export async function storeToday(today: Today, brand: string): Promise<void> {
  const now = new Date()
  const seenAt = now.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })
  const html = offlinePage({ brand, seenAt, lists: offlineListsOf(today), tokens: presentTokens() })
  await storeOfflineCopy(html, now.toISOString())
  await registerBackOfficeWorker()
}
