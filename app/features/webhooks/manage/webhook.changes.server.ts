import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { newWebhookSecret } from '../send-webhooks.server.ts'
import { webhookDeliveries, webhooks, webhookTopics } from '../webhooks.tables.server.ts'
import { WEBHOOK_TOPICS } from '../webhooks.ts'

const WEBHOOK: FactFields = {
  url: { label: 'Address', kind: 'line' },
  topics: { label: 'About', kind: 'choices', options: WEBHOOK_TOPICS },
}

/** Each event is written for every webhook, in the transaction of what happened. */
const MOST_WEBHOOKS = 20

const BAD_ADDRESS = 'Please enter an address that begins with https://'
const GONE = 'This webhook is gone. Somebody else may have removed it.'
const addressed = z.object({ url: z.url().transform((url) => new URL(url).host) })

const topics = z
  .union(
    [z.enum(webhookTopics).transform((one) => [one]), z.array(z.enum(webhookTopics))],
    'Please choose what to send',
  )
  .transform((all) => [...new Set(all)].toSorted())

const ofOne = z.object({ id: z.guid() })

async function lockWebhook(tx: Tx, _: Posted, { id }: { id: string }) {
  const [found] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
  return found ?? null
}

/** The address as it is stored. On a demo it may be one of this machine. */
function readUrl(text: string, isDemo: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) return null
  return url.protocol === 'https:' || (isDemo && url.protocol === 'http:') ? url.href : null
}

/** What the page of the programs changes about webhooks. */
export const webhookChanges = {
  'add-webhook': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'webhook.added',
    words: fromRecorded({ after: addressed }, ({ after }) => `Webhook to ${after.url} added`),
    facts: WEBHOOK,
    undo: 'Remove the webhook instead.',
    once: 'webhooks',
    form: z.object({ url: boundedText(2000, BAD_ADDRESS).trim(), topics, key: z.guid() }),
    run: async (tx, { url: typed, topics: chosen }, { services, now }) => {
      const url = readUrl(typed, services.config.demo)
      if (!url) return refuse('invalid-input', '', { url: BAD_ADDRESS })
      if ((await tx.$count(webhooks)) >= MOST_WEBHOOKS) {
        return refuse('refused', `There are ${MOST_WEBHOOKS} webhooks already. Remove one first.`)
      }
      const secret = newWebhookSecret()
      const values = { url, secret, topics: chosen, createdAt: now }
      const [made] = await tx.insert(webhooks).values(values).returning({ id: webhooks.id })
      return { subjectId: made?.id ?? '', after: { url, topics: chosen }, answer: { shown: secret } }
    },
  }),
  'remove-webhook': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'webhook.removed',
    words: fromRecorded({ before: addressed }, ({ before }) => `Webhook to ${before.url} removed`),
    facts: WEBHOOK,
    undo: 'Add it again instead. It gets another key.',
    form: ofOne,
    lock: lockWebhook,
    gone: GONE,
    run: async (tx, { id }, { subject: { url, topics: chosen } }) => {
      await tx.delete(webhooks).where(eq(webhooks.id, id))
      return { subjectId: id, before: { url, topics: chosen } }
    },
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
