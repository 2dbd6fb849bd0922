import { expect, test } from 'vitest'
import { site } from '#app/platform/site.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { getLegalDocument, getTermsVersion, listLegalDocuments } from './legal-documents.server.ts'
import { legalDocuments } from './site.tables.server.ts'

const body = (lead: string) => JSON.stringify({ lead, sections: [{ heading: 'One', paragraphs: ['Words'] }] })
const terms = { kind: 'terms', title: 'Terms' } as const

describeWithDatabase('legal pages', (database) => {
  const services = (now = NOON) => testServices(database(), { clock: testClock(now) })

  test('do not exist until the operator adds them', async () => {
    expect(await listLegalDocuments(services())).toEqual([])
    expect(await getLegalDocument(services(), { kind: 'terms' })).toBeNull()
    expect(await getTermsVersion(services())).toBeNull()
  })

  test('show the version in force today, and older ones by name', async () => {
    await database()
      .db.insert(legalDocuments)
      .values([
        { ...terms, version: '1', body: body('first'), effectiveOn: '2026-01-01' },
        { ...terms, version: '2', body: body('second'), effectiveOn: '2027-06-01' },
        { ...terms, version: '3', body: body('third'), effectiveOn: '2027-06-02' },
        { kind: 'privacy', title: 'Privacy', version: '1', body: body('kept'), effectiveOn: '2026-01-01' },
      ])
    expect((await listLegalDocuments(services())).map(({ kind, version }) => [kind, version])).toEqual([
      ['privacy', '1'],
      ['terms', '2'],
    ])
    expect(await getLegalDocument(services(), { kind: 'terms' })).toMatchObject({
      version: '2',
      current: true,
      body: { lead: 'second', sections: [{ heading: 'One', paragraphs: ['Words'], items: [], facts: [] }] },
      versions: [{ version: '2' }, { version: '1' }],
    })
    expect(await getLegalDocument(services(), { kind: 'terms', version: '1' })).toMatchObject({
      current: false,
      body: { lead: 'first' },
    })
    expect(await getLegalDocument(services(), { kind: 'terms', version: '3' }), 'not in force yet').toBeNull()
    expect(await getTermsVersion(services())).toBe('2')
    expect(await getTermsVersion(services(new Date('2027-06-02T00:00:00Z')))).toBe('3')
  })

  test('use the operator’s current name, whatever characters it contains', async () => {
    const { db } = database()
    const text = body('What {brand} keeps. Ask {brand}.')
    await db.insert(legalDocuments).values({ ...terms, version: '1', body: text, effectiveOn: '2026-01-01' })
    await db.insert(site).values({ brand: 'Powder & Cove', email: 'a@example.com' })
    const lead = async () => (await getLegalDocument(services(), { kind: 'terms' }))?.body.lead
    expect(await lead()).toBe('What Powder & Cove keeps. Ask Powder & Cove.')
    await db.update(site).set({ brand: 'The "Inn" \\ $& Co' })
    expect(await lead()).toBe('What The "Inn" \\ $& Co keeps. Ask The "Inn" \\ $& Co.')
  })

  test('use the operator’s name of that time in a superseded version', async () => {
    const { db } = database()
    await db.insert(site).values({ brand: 'Inn', email: 'a@example.com' })
    await db.insert(legalDocuments).values([
      { ...terms, version: '1', body: body('You and {brand}'), effectiveOn: '2020-01-01' },
      { ...terms, version: '2', body: body('You and {brand}'), effectiveOn: '2020-02-01' },
    ])
    const lead = async (version: string) => (await getLegalDocument(services(), { kind: 'terms', version }))?.body.lead
    expect([await lead('1'), await lead('2')]).toEqual(['You and Inn', 'You and Inn'])
    await db.update(site).set({ brand: 'Lodge' })
    expect([await lead('1'), await lead('2')]).toEqual(['You and Inn', 'You and Lodge'])
    await db.insert(legalDocuments).values({ ...terms, version: '3', body: body('{brand}'), effectiveOn: '2020-03-01' })
    await db.update(site).set({ brand: 'Chalet' })
    expect([await lead('1'), await lead('2'), await lead('3')]).toEqual(['You and Inn', 'You and Lodge', 'Chalet'])
  })
})
