import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { savedAnswers } from './inbox.tables.server.ts'
import { savedAnswerChanges } from './saved-answers.changes.server.ts'

describeWithDatabase('saved answers', (database) => {
  const services = () => testServices(database())
  const asking = () => ({ services: services(), by: UNNAMED })
  const PARKING = { title: 'Parking', body: 'Two cars.' }
  const DOCK = { title: 'The dock', body: 'From May on.' }
  const stored = () => database().db.select({ title: savedAnswers.title, body: savedAnswers.body }).from(savedAnswers)
  const add = (fields: Record<string, string>) => postChange(savedAnswerChanges['save-answer'], asking(), fields)
  const change = (id: string, version: unknown, fields: Record<string, string>) =>
    postChange(savedAnswerChanges['change-answer'], asking(), { id, version: versionOf(version), ...fields })
  const remove = (id: string) => postChange(savedAnswerChanges['remove-answer'], asking(), { id })
  const undo = (verb: string) => undoLast(services(), `saved-answer.${verb}`)
  async function idOf(title: string) {
    const [row] = await database().db.select().from(savedAnswers).where(eq(savedAnswers.title, title))
    return row?.id ?? ''
  }

  test('one is added, changed and removed, and each of it is taken back', async () => {
    expect(await add({ title: ' Parking ', body: 'Two cars.' })).toMatchObject({ ok: true })
    const id = await idOf('Parking')
    expect(await change(id, PARKING, DOCK)).toMatchObject({ ok: true })
    expect(await stored()).toEqual([DOCK])
    expect(await undo('added')).toMatchObject({ message: 'It was changed again since. Nothing was changed.' })
    expect(await undo('changed')).toMatchObject({ ok: true })
    expect(await remove(id)).toMatchObject({ ok: true })
    expect(await stored()).toEqual([])
    expect(await undo('removed')).toMatchObject({ ok: true })
    expect(await stored()).toEqual([PARKING])
    expect(await idOf('Parking')).toBe(id)
    expect(await undo('added')).toMatchObject({ ok: true })
    expect(await stored()).toEqual([])
  })

  test('what is wrong stands beside its field, and what is like that already is not recorded', async () => {
    expect(await add({ title: '', body: '' })).toMatchObject({
      status: 400,
      fields: { title: 'Please enter a name', body: 'Please enter a text' },
    })
    expect(await add({ ...PARKING, body: 'At the {hut}.' })).toMatchObject({
      status: 400,
      fields: { body: 'There’s no placeholder {hut}. Use one of those below.' },
    })
    await add(PARKING)
    const id = await idOf('Parking')
    expect(await add(PARKING)).toMatchObject({
      status: 409,
      fields: { title: 'There is an answer of this name already' },
    })
    expect(await change(id, PARKING, PARKING)).toEqual({ ok: true })
    expect(await database().db.$count(audit)).toBe(1)
  })

  test('the second of two who change one reads what it says now; once it is removed, it is gone', async () => {
    await add(PARKING)
    const id = await idOf('Parking')
    await change(id, PARKING, DOCK)
    expect(await change(id, PARKING, { ...PARKING, body: 'One car.' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('It says now: Name: The dock; Text: From May on.'),
    })
    expect(await stored()).toEqual([DOCK])
    await remove(id)
    for (const gone of [await remove(id), await remove('x'), await change(id, DOCK, PARKING)])
      expect(gone).toMatchObject({ status: 404, message: 'This answer is gone.' })
  })

  test('one does not come back while another has its name', async () => {
    await add(PARKING)
    await remove(await idOf('Parking'))
    await add({ ...PARKING, body: 'Another.' })
    expect(await undo('removed')).toMatchObject({
      message: 'There is an answer of this name already. Nothing was changed.',
    })
  })

  test('a row of a form that nobody knows anymore is not taken back', async () => {
    await add(PARKING)
    await remove(await idOf('Parking'))
    await database()
      .db.update(audit)
      .set({ before: { name: 'Parking' } })
      .where(eq(audit.action, 'saved-answer.removed'))
    expect(await undo('removed')).toMatchObject({
      message: 'The site has changed its form since. Nothing was changed.',
    })
  })
})
