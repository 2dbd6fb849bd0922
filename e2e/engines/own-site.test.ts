import { dateInZone } from '#app/shared/dates.ts'
import { expectNoDemoWords, expectOwnMails } from '../demo-words.ts'
import { expectFirstForm, expectOpeningSoon, firstOperatorLink } from '../first-run.ts'
import { startLiveSite } from '../live-site.ts'
import { expect, test } from '../page.ts'
import { ENGINES, visitWith } from './engines.ts'
import { answer, BRAND, beginSite, book, createOperator, fillIn, PROPERTY, publish, signIn } from './own-site.ts'
import { engineOf } from './start-engine.ts'
import type { Visitor } from './visitor.ts'

/** How wide the windows of the operator and of the guest are. */
const DESK = { operator: 1440, guest: 360 }
const PHONE = { operator: 360, guest: 1440 }

/** Publishing asks before it does it, which Chromium logs. */
const EXPECTED = /status of 409/

for (const [name, start] of ENGINES) {
  const widths = name === 'Firefox' ? PHONE : DESK
  test(`in ${name}, an empty site becomes an operator's own in the browser, and a guest books it`, {
    tag: name === 'Chromium' ? [] : '@slow',
  }, async () => {
    test.skip(start === null, `${name} is not installed`)
    test.setTimeout(300_000)
    const site = await startLiveSite({})
    const engine = engineOf(name, start)
    const visit = <Result>(width: number, steps: (visitor: Visitor) => Promise<Result>) =>
      visitWith(engine, { site: site.url, width, expected: EXPECTED }, steps)
    try {
      const link = await firstOperatorLink(site.dataDir)
      const form = await expectFirstForm(site, link)
      await visit(widths.operator, async (operator) => {
        await createOperator(operator, link)
        await expectOpeningSoon(site, form)
        await beginSite(operator)
        await fillIn(operator)
        await publish(operator)
      })
      const today = dateInZone(new Date(), 'America/Los_Angeles')
      const stay = await visit(widths.guest, (guest) => book(guest, today))
      await visit(widths.operator, async (operator) => {
        await signIn(operator)
        await answer(operator, stay)
      })
      const read = { inside: site.inside, host: new URL(site.url).host }
      expect(await expectNoDemoWords(read, [stay])).toContain(PROPERTY.path)
      await expectOwnMails(site.dataDir, { brand: BRAND, count: 3 })
    } finally {
      await engine.close()
      await site.stop()
    }
  })
}
