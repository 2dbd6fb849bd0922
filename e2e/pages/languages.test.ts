import { formatDate } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { bookingFrame, dayOf, searchOf } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf } from '../stays.ts'

/** Settings of a visitor's computer: the first zone of the day, with other digits and another direction. */
const COMPUTERS = [['Pacific/Kiritimati', 'ar-EG']]
/** With `npm test -- --all`: the last zone, another calendar, and zones and languages between them. */
const MORE_COMPUTERS = [
  ['America/Adak', 'fa-IR'],
  ['Pacific/Apia', 'en-US'],
  ['Asia/Tehran', 'fa-IR'],
  ['Europe/Berlin', 'de-DE'],
  ['America/Sao_Paulo', 'pt-BR'],
]

test('a home and the search have the same days on every computer, whatever its time zone and language', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  for (const [timeZone = '', locale = ''] of [...COMPUTERS, ...(process.env.TEST_ALL ? MORE_COMPUTERS : [])]) {
    await test.step(`${timeZone}, ${locale}`, async () => {
      const page = await visit(pathOf('lake-keowee', stay), { timeZone, locale })
      expect(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions())).toMatchObject({ locale, timeZone })
      await expect((await bookingFrame(page)).getByRole('button', { name: /^Check-in/ })).toContainText(
        formatDate(stay.checkIn, 'short'),
      )
      await page.goto(siteUrl())
      const search = await searchOf(page)
      await search.getByRole('button', { name: /^Check-in/ }).click()
      await expect(await dayOf(search, stay.checkIn)).toHaveAttribute(
        'aria-label',
        new RegExp(formatDate(stay.checkIn, 'day')),
      )
      if (!process.env.TEST_ALL) return
      await page.goto(new URL(`/search?${stayToQuery(stay)}`, siteUrl()).href)
      await (await searchOf(page, 'stay-results'))
        .getByRole('heading', { name: propertyOf('lake-keowee').name })
        .waitFor()
    })
  }
})
