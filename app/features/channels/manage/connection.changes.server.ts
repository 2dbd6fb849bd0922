import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { isRefusal, refuse } from '#app/shared/refusal.ts'
import { channelConnections, channelListings } from '../channels.tables.server.ts'
import { askManager, lockConnection, NOT_CONNECTED, tryManager } from '../connection/connection.server.ts'

const NO_KEY = 'Please paste the key'
const NOT_A_KEY = 'This is not a key: it has spaces or characters that no key has'
/** What a header can carry. */
const PRINTABLE = /^[\x21-\x7e]*$/
const WORKS = { retryAt: null, attempts: 0, failingSince: null, lastError: null }

const FACTS: FactFields = {
  server: { label: 'Server', kind: 'choice', options: { production: 'Production', staging: 'Staging' } },
}

const ofKey = z.object({
  apiKey: boundedText(500, 'This is too long for a key').trim().min(1, NO_KEY).regex(PRINTABLE, NOT_A_KEY),
  server: z.enum(['production', 'staging']),
})
const pressed = z.object({})

export const connectionChanges = {
  /** Stores a key that the channel manager accepts, or replaces the stored one. */
  connect: defineChange({
    scope: 'site:write',
    confirms: true,
    name: 'channels.connected',
    words: 'Channel manager connected',
    facts: FACTS,
    undo: 'Remove the key instead.',
    form: ofKey,
    prepare: async ({ services }, { apiKey: key, server }) => {
      const checked = await tryManager(services, { key, server }, (manager) => manager.check())
      return isRefusal(checked) ? refuse('refused', '', { apiKey: checked.message }) : null
    },
    run: async (tx, { apiKey, server }, { now: testedAt }) => {
      const values = { apiKey, server, testedAt }
      const [made] = await tx.insert(channelConnections).values(values).onConflictDoNothing().returning()
      const stored = made ?? (await lockConnection(tx))
      if (!made && stored?.apiKey === apiKey && stored.server === server) return { ok: true, message: 'The key works.' }
      // Its listings have other ids on another server.
      if (stored?.server !== server && (await tx.$count(channelListings)) > 0)
        return refuse('refused', '', { server: 'Disconnect the homes first. They are not on the other server.' })
      await tx.update(channelConnections).set({ ...values, ...WORKS })
      return { subjectId: 'channels', after: { server }, answer: { message: 'Connected. The key works.' } }
    },
  }),
  'test-key': unnamedChange('A test of the stored key changes nothing that anyone decides.', {
    scope: 'site:write',
    form: pressed,
    run: async ({ services }) => {
      const checked = await askManager(services, (manager) => manager.check())
      if (isRefusal(checked)) return checked
      await services.db.update(channelConnections).set({ testedAt: services.clock.now(), ...WORKS })
      return { ok: true, message: 'The key works.' }
    },
  }),
  /** Both sides stay as they are, and know no more of each other. */
  'remove-key': defineChange({
    scope: 'site:write',
    confirms: true,
    name: 'channels.removed',
    words: 'Channel manager disconnected',
    facts: FACTS,
    undo: 'Connect it again with its key.',
    form: pressed,
    gone: NOT_CONNECTED.message,
    lock: lockConnection,
    run: async (tx, _, { subject: { server } }) => {
      if ((await tx.$count(channelListings, eq(channelListings.isOn, true))) > 0)
        return refuse('refused', 'Turn off every home first.')
      await tx.delete(channelListings)
      await tx.delete(channelConnections)
      return { subjectId: 'channels', before: { server } }
    },
  }),
  /** After a backup was restored. */
  resume: defineChange({
    scope: 'site:write',
    confirms: true,
    name: 'channels.resumed',
    words: 'Sending to platforms goes on after a restore',
    facts: {},
    undo: 'What was sent stays there. Turn a home off to stop.',
    form: pressed,
    gone: NOT_CONNECTED.message,
    lock: lockConnection,
    run: async (tx, _, { subject: { heldAt } }) => {
      if (!heldAt) return null
      await tx.update(channelConnections).set({ heldAt: null })
      return { subjectId: 'channels' }
    },
  }),
}
