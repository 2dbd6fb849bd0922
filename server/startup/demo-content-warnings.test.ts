import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { legalDocuments as legalTable, site as siteTable } from '#app/platform/db/schema.server.ts'
import { legalDocuments } from '#content/legal-documents.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { demoContentWarnings } from './demo-content-warnings.ts'

const LIVE = { SITE_URL: 'https://stay.example' }

describeWithDatabase('a site that starts', (database) => {
  const left = (environment: Record<string, string>) =>
    demoContentWarnings(testServices(database(), { config: readConfig(environment) }))
  async function load() {
    await database().db.insert(siteTable).values(site)
    await database().db.insert(legalTable).values(legalDocuments)
  }

  test('live gets a warning with a remedy for each remaining piece of demo content', async () => {
    await load()
    expect(await left(LIVE)).toEqual([
      expect.stringMatching(/hello@powderandcove\.example.*update site set email/),
      expect.stringMatching(/social\.example.*update site set social_url/),
      expect.stringMatching(/^\/privacy is a draft: .*legal_documents/),
      expect.stringMatching(/^\/terms is a draft: .*legal_documents/),
      expect.stringMatching(/set SMTP_URL/),
    ])
    expect(await left({})).toEqual([])
  })

  test('live with its own address, link, texts and mail server gets no warning', async () => {
    await load()
    await database().db.update(siteTable).set({ email: 'hello@stay.example', socialUrl: null })
    for (const kind of ['privacy', 'terms'] as const) {
      const body = JSON.stringify({ lead: 'Ours', sections: [] })
      await database()
        .db.insert(legalTable)
        .values({ kind, version: '2', title: kind, body, effectiveOn: '2026-02-01' })
    }
    expect(await left({ ...LIVE, SMTP_URL: 'smtps://mail.stay.example' })).toEqual([])
  })
})
