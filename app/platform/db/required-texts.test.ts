import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { site as operator } from '#content/site.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { site } from '../site.tables.server.ts'
import { errorCode } from './retry.server.ts'

describeOnBothDatabases('the texts of the site', (database) => {
  const refusal = (work: Promise<unknown>) => work.then(() => null, errorCode)
  const setContent = (content: object) => refusal(database().db.update(site).set({ content }))

  test('cannot be replaced by content that lacks one, or has another type', async () => {
    const content = operator.content as Record<string, unknown>
    await database().db.insert(site).values(operator)
    expect(await setContent({ a: 1 })).toBe('23514')
    for (const key of Object.keys(content)) {
      const { [key]: _, ...others } = content
      // Without an image of shared links, they have that of the first home.
      expect(await setContent(others), key).toBe(key === 'ogImage' ? null : '23514')
      expect(await setContent({ ...others, [key]: 1 }), key).toBe('23514')
    }
    expect(await setContent(content)).toBeNull()
    expect(await refusal(database().db.execute(sql`update site set brand = 'Cove'`))).toBeNull()
  })

  test('of a legal page have a lead and sections', async () => {
    const store = (body: object) =>
      refusal(
        database()
          .db.insert(legalDocuments)
          .values({
            kind: 'terms',
            title: 'Terms',
            version: '1',
            effectiveOn: '2027-01-01',
            body: JSON.stringify(body),
          }),
      )
    expect(await store({})).toBe('23514')
    expect(await store({ lead: 'Hello' })).toBe('23514')
    expect(await store({ lead: 'Hello', sections: [] })).toBeNull()
  })
})
