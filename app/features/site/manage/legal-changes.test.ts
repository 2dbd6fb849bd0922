import { expect, test } from 'vitest'
import { runChange } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { legalDocuments as demoDocuments } from '#content/legal/legal-documents.ts'
import { undoIn } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, testServices } from '#test/factories.ts'
import { getLegalDocument } from '../legal-documents.server.ts'
import { legalDocuments } from '../site.tables.server.ts'
import { legalChanges, listLegalVersions } from './legal.changes.server.ts'

const mia = { ...UNNAMED, name: 'mia' }

describeWithDatabase('a version of a legal page', (database) => {
  // The clock stands at June 1, 2027.
  const services = () => testServices(database())
  function add(fields: Record<string, string>) {
    const form = new FormData()
    const typed = { id: 'terms', title: 'Terms', text: 'Our terms.\n\n## Booking\nYou ask.', version: '1', ...fields }
    for (const [name, value] of Object.entries(typed)) form.set(name, value)
    return runChange(legalChanges.legal, { services: services(), form, by: mia })
  }
  async function makeDocuments() {
    await makeSite(database().db)
    await database().db.insert(legalDocuments).values(demoDocuments)
  }
  const current = async () => (await getLegalDocument(services(), { kind: 'terms' }))?.version

  test('applies from its day on, leaves the earlier one as it was, and is undone before that day only', async () => {
    await makeDocuments()
    const [before] = (await listLegalVersions(services())).filter(({ kind }) => kind === 'terms')
    expect(before?.text).toContain('## Booking')
    expect(await add({ effectiveOn: '2027-07-01' })).toMatchObject({ ok: true })
    expect(await current()).toBe('1')
    expect(await add({ effectiveOn: '2027-06-01', version: '2' })).toMatchObject({ ok: true })
    expect(await current()).toBe('3')
    expect(await getLegalDocument(services(), { kind: 'terms', version: '1' })).toMatchObject({ current: false })
    const changes = await database().db.select().from(audit)
    const undo = (effectiveOn: string) => {
      const change = changes.find(({ after }) => (after as { effectiveOn: string }).effectiveOn === effectiveOn)
      if (!change) throw new Error('the change was not recorded')
      const undoOf = undoIn(historyOf([legalChanges])['legal.version-added'])
      return database().db.transaction((tx) => undoOf(tx, services(), change, mia))
    }
    expect(await undo('2027-07-01')).toBeUndefined()
    expect(await undo('2027-06-01')).toMatchObject({ ok: false })
    expect(await current()).toBe('3')
  })

  test('is refused for a day that has passed, without sections, or if somebody added another meanwhile', async () => {
    await makeDocuments()
    expect(await add({ effectiveOn: '2027-05-31' })).toMatchObject({
      fields: { effectiveOn: expect.stringContaining('before today') },
    })
    expect(await add({ effectiveOn: '2027-07-01', text: 'Only a lead.' })).toMatchObject({
      fields: { text: expect.stringContaining('##') },
    })
    expect(await add({ effectiveOn: '2027-07-01', version: '0' })).toMatchObject({ status: 409 })
    expect(await database().db.$count(legalDocuments)).toBe(demoDocuments.length)
  })
})
