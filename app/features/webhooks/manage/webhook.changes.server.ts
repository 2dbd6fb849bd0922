import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromFields, inTable, recordList } from '#app/platform/change/record-list.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { newWebhookSecret } from '../send-webhooks.server.ts'
import { webhookDeliveries, webhooks, webhookTopics } from '../webhooks.tables.server.ts'
import { BAD_ADDRESS, WEBHOOK_FIELDS } from '../webhooks.ts'

const ofOne = z.object({ id: z.guid() })

/** The address to store. On a demo it may be one of this machine. */
function readUrl(text: string, isDemo: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) return null
  return url.protocol === 'https:' || (isDemo && url.protocol === 'http:') ? url.href : null
}

const list = recordList({
  scope: 'people:write',
  confirms: true,
  schema: z.object({ url: z.url(), topics: z.array(z.enum(webhookTopics)) }),
  ...fromFields(WEBHOOK_FIELDS),
  store: inTable(webhooks, {
    read: ({ url, topics }) => ({ url, topics }),
    made: (createdAt) => ({ createdAt, secret: newWebhookSecret() }),
  }),
  gone: 'This webhook is gone. Somebody else may have removed it.',
  changed: 'The webhook was changed again since.',
  complete: async (_, typed, __, { services }) => {
    const url = readUrl(typed.url, services.config.demo)
    return url ? { url, topics: typed.topics.toSorted() } : refuse('invalid-input', '', { url: BAD_ADDRESS })
  },
})

export const webhookChanges = {
  'add-webhook': list.addOnce('webhooks', {
    name: 'webhook.added',
    words: ({ url }) => `Webhook to ${new URL(url).host} added`,
    undo: 'Remove the webhook instead.',
    // Each event is written for every webhook, in the transaction of its change.
    most: { count: (tx) => tx.$count(webhooks), limit: 20, words: 'webhooks' },
    shows: async (tx, id) => {
      const [made] = await tx.select({ secret: webhooks.secret }).from(webhooks).where(eq(webhooks.id, id))
      return made?.secret ?? ''
    },
  }),
  'remove-webhook': list.remove({
    name: 'webhook.removed',
    words: ({ url }) => `Webhook to ${new URL(url).host} removed`,
    undo: 'Add it again instead. It gets another key.',
  }),
  /** Sends one again, with its first id: a receiver that has it knows it. */
  'send-again': defineChange({
    scope: 'people:write',
    name: 'webhook.sent-again',
    words: fromRecorded({ after: z.object({ type: z.string() }) }, ({ after }) => `${after.type} is sent again`),
    facts: { type: { label: 'Event', kind: 'line' } },
    undo: 'It is on its way.',
    form: ofOne,
    lock: async (tx, _, { id }) => {
      const [found] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).for('update')
      return found ?? null
    },
    gone: 'This was sent more than 30 days ago, or its webhook is gone.',
    run: async (tx, { id }, { subject: { webhookId, type, attempts, deliveredAt } }) => {
      if (attempts === 0 && !deliveredAt) return null
      const anew = { nextAt: new Date(0), attempts: 0, deliveredAt: null, status: null, error: null }
      await tx.update(webhookDeliveries).set(anew).where(eq(webhookDeliveries.id, id))
      return { subjectId: webhookId, after: { type } }
    },
  }),
}
