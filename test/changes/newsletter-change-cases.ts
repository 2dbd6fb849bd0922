import { randomUUID } from 'node:crypto'
import { newsletterIssues, newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { NOON } from '../factories.ts'
import type { Case, World } from './change-world.ts'

const SNOW = { subject: 'First snow', body: 'It came early.' }
const PAGE = '/admin/newsletter'

async function makeDraft({ services, post }: World) {
  await post(PAGE, { intent: 'draft', ...SNOW, key: randomUUID() })
  const [issue] = await services.db.select({ id: newsletterIssues.id }).from(newsletterIssues)
  return issue?.id ?? ''
}

async function postDraft(world: World, intent: string, fields: Record<string, string> = {}) {
  const id = await makeDraft(world)
  await world.post(`${PAGE}/${id}`, { intent, id, version: versionOf(SNOW), ...fields })
  return id
}

async function sendDraft(world: World) {
  const reader = { email: 'ada@example.com', isActive: true, confirmedAt: NOON }
  await world.services.db.insert(newsletterSubscriptions).values(reader)
  return postDraft(world, 'send', { confirmed: 'yes' })
}

/** How each change of the newsletter is made, and its words in History. */
export const NEWSLETTER_CASES = {
  'newsletter.drafted': ['Newsletter “First snow” drafted', makeDraft],
  'newsletter.changed': [
    'Newsletter “More snow” changed',
    (world) => postDraft(world, 'text', { ...SNOW, subject: 'More snow' }),
  ],
  'newsletter.removed': ['Draft “First snow” of a newsletter removed', (world) => postDraft(world, 'remove')],
  'newsletter.sent': ['Newsletter “First snow” sent to 1 reader', sendDraft],
  'newsletter.stopped': [
    'Newsletter “First snow” stopped after 0 emails',
    async (world) => {
      const id = await sendDraft(world)
      await world.post(`${PAGE}/${id}`, { intent: 'stop', id })
    },
  ],
  'newsletter.continued': [
    'Newsletter “First snow” goes on',
    async (world) => {
      const id = await sendDraft(world)
      await world.post(`${PAGE}/${id}`, { intent: 'stop', id })
      await world.post(`${PAGE}/${id}`, { intent: 'go-on', id })
    },
  ],
} satisfies Record<string, Case>
