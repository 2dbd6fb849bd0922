import { formatCount } from '#app/shared/words.ts'

/** How many emails of newsletters leave in a minute, from all processes together. */
export const MAILS_PER_MINUTE = 60

/** The text of an issue: its subject, and its body in Markdown. */
export type IssueText = { subject: string; body: string }

type IssueState = 'draft' | 'sending' | 'stopped' | 'sent'

type Progress = { startedAt: Date | null; stoppedAt: Date | null; finishedAt: Date | null }

export function issueState({ startedAt, stoppedAt, finishedAt }: Progress): IssueState {
  if (!startedAt) return 'draft'
  if (finishedAt) return 'sent'
  return stoppedAt ? 'stopped' : 'sending'
}

/** The same in words: `312 of 2,000 sent`. Readers who unsubscribed before their turn got none. */
export function issueProgress({ state, sent, readers }: { state: IssueState; sent: number; readers: number }): string {
  if (state === 'draft') return 'Draft'
  const count = `${formatCount(sent)} of ${formatCount(readers)} sent`
  if (state === 'stopped') return `Stopped: ${count}`
  if (state === 'sending') return `On its way: ${count}`
  const gone = readers - sent
  return gone > 0 ? `${count}; ${formatCount(gone)} unsubscribed before their turn` : count
}
