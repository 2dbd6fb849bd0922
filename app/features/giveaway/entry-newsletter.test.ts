import { expect, test } from 'vitest'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { enterGiveaway } from './entries.server.ts'
import { giveaways } from './giveaway.tables.server.ts'

describeWithDatabase('the newsletter checkbox below an entry', (database) => {
  const enter = (email: string, agreeToUpdates: boolean) =>
    enterGiveaway(testServices(database()), {
      fullName: 'Ada Guest',
      email,
      phone: '(970) 555-0123',
      state: 'CO',
      zipCode: '80487',
      agreeToUpdates,
    })

  test('sends a confirmation request when checked, subscribes nobody by itself, and does nothing when unchecked', async () => {
    await database().db.insert(siteTable).values(site)
    await database().db.insert(giveaways).values(demoGiveaway(NOON))
    expect(await enter('ada@example.com', true)).toMatchObject({ ok: true })
    expect(await enter('bo@example.com', false)).toMatchObject({ ok: true })
    expect(await database().db.select().from(newsletterSubscriptions)).toMatchObject([
      { email: 'ada@example.com', source: 'giveaway', isActive: false, requestedAt: NOON },
    ])
    const mails = await queuedMail(database())
    expect(mails.map(({ to, template }) => `${to} ${template}`).sort()).toEqual([
      'ada@example.com giveaway-entry',
      'ada@example.com newsletter-confirm',
      'bo@example.com giveaway-entry',
    ])
  })
})
