import { randomUUID } from 'node:crypto'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { getJournalPost } from '#app/features/journal/manage/journal-page.server.ts'
import type { Case, World } from './change-world.ts'

const SNOW = { title: 'First snow', content: 'It came early.', author: 'The team' }
const PAGE = '/admin/journal'

async function makeDraft({ services, post }: World) {
  await post(PAGE, { intent: 'draft', ...SNOW, key: randomUUID() })
  const [made] = await services.db.select({ id: blogPosts.id }).from(blogPosts)
  return made?.id ?? ''
}

async function postDraft(world: World, intent: string, fields: Record<string, string> = {}) {
  const id = await makeDraft(world)
  const { version = '' } = (await getJournalPost(world.services, id)) ?? {}
  await world.post(`${PAGE}/${id}`, { intent, id, version, ...fields })
  return id
}

/** How each change of the journal is made, and its words in History. */
export const JOURNAL_CASES = {
  'journal.drafted': ['Post “First snow” drafted', makeDraft],
  'journal.changed': ['Post “More snow” changed', (world) => postDraft(world, 'text', { ...SNOW, title: 'More snow' })],
  'journal.published': ['Post “First snow” published', (world) => postDraft(world, 'publish')],
  'journal.unpublished': [
    'Post “First snow” unpublished',
    async (world) => {
      const id = await postDraft(world, 'publish')
      await world.post(`${PAGE}/${id}`, { intent: 'take-back', id })
    },
  ],
  'journal.removed': ['Draft “First snow” of a post removed', (world) => postDraft(world, 'remove')],
} satisfies Record<string, Case>
