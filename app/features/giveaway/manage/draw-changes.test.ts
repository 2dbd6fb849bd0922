import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, NOON, testClock, testServices } from '#test/factories.ts'
import { giveawayEntries, giveaways } from '../giveaway.tables.server.ts'
import { instantInWords } from '../giveaway.ts'
import type { SeedKind } from '../seed.ts'
import { drawChanges } from './draw.changes.server.ts'
import { giveawayEntriesApi } from './entries.api.server.ts'
import { getGiveawaysPage } from './giveaways-page.server.ts'

const CLOSED = demoGiveaway(NOON).closesAt
/** A full day later, the numbers of a lottery may be known. */
const KNOWN = new Date(CLOSED.getTime() + 86_400_000)

describeWithDatabase('the draw in the back office', (database) => {
  const clock = testClock(KNOWN)
  const services = () => testServices(database(), { clock })
  const post = (intent: keyof typeof drawChanges, fields: Record<string, string>) =>
    postChange(
      drawChanges[intent] as typeof drawChanges.freeze,
      { services: services(), by: { ...UNNAMED, name: 'mia' } },
      { intent, ...fields },
    )
  const drawOf = async () => (await getGiveawaysPage(services())).giveaways[0]?.draw

  const waiting = async () =>
    (await getToday(services())).tasks.map(({ title, detail }) => [title, detail.split(' ')[0]])

  async function begin(seedSource: string | null, seedKind: SeedKind = 'text') {
    const { db } = database()
    await db.insert(siteTable).values(site)
    const [row] = await db
      .insert(giveaways)
      .values({ ...demoGiveaway(NOON), seedSource, seedKind })
      .returning()
    const giveawayId = row?.id ?? ''
    const person = { fullName: 'Ada Guest', phone: '970 555 0123', state: 'CO', zipCode: '80487', rulesVersion: '1' }
    for (const name of ['ada', 'bo'])
      await db.insert(giveawayEntries).values({ ...person, giveawayId, email: `${name}@example.com` })
    return giveawayId
  }

  test('a file of the entries keeps the first zero of a zip code, and runs no formula', async () => {
    const giveawayId = await begin(null)
    const entry = { fullName: '=HYPERLINK("x") O\'Brien', phone: '970 555 0123', state: 'MA' }
    await database()
      .db.insert(giveawayEntries)
      .values({ ...entry, email: 'obrien@example.com', giveawayId, zipCode: '02138', rulesVersion: '1' })
    const path = `/admin/giveaway/${giveawayId}/entries.csv`
    const text = await (await giveawayEntriesApi(services(), accessFor(true)).request(path)).text()
    expect(text).toContain(`,"'=HYPERLINK(""x"") O'Brien",obrien@example.com,970 555 0123,MA,02138,`)
  })

  test('freezes, asks before it enters the seed, and draws one more only from the round that was shown', async () => {
    const id = await begin('Dice')
    expect(await waiting()).toEqual([['“Win a free stay” has closed', 'Freeze']])
    expect(await post('seed', { id, seed: '5' })).toMatchObject({ message: expect.stringContaining('First freeze') })
    expect(await post('freeze', { id })).toMatchObject({ ok: true })
    expect(await post('freeze', { id })).toMatchObject({ message: expect.stringContaining('already frozen') })
    expect(await drawOf()).toMatchObject({ lines: 2, tickets: 2, seed: null, winners: [] })
    expect(await waiting()).toEqual([['“Win a free stay” has closed', 'Enter']])
    expect(await post('seed', { id, seed: ' 5   12 ' })).toMatchObject({
      answer: { asks: [expect.stringMatching(/“5 12” decides who wins.*Dice/)] },
    })
    expect(await post('seed', { id, seed: '5 12', confirmed: 'yes' })).toMatchObject({ ok: true })
    expect(await post('seed', { id, seed: '6', confirmed: 'yes' })).toMatchObject({
      message: expect.stringContaining('can’t be changed'),
    })
    expect(await drawOf()).toMatchObject({ seed: '5 12', winners: [{ round: 1, entry: { fullName: 'Ada Guest' } }] })
    expect(await waiting()).toEqual([['“Win a free stay” has closed', 'Write']])
    const again = { id, round: '1', reason: 'not-eligible' }
    await post('again', again)
    expect(await post('again', again)).toEqual({ ok: true })
    expect(await drawOf()).toMatchObject({ rounds: 2 })
    expect(await post('again', { ...again, round: '2' })).toMatchObject({
      message: expect.stringContaining('has been drawn'),
    })
  })

  test('takes no half drawing, and reads back the numbers in the form that was published', async () => {
    const id = await begin('The next Powerball drawing', 'powerball')
    await post('freeze', { id })
    for (const wrong of ['5 12 33', '5 12 33 41 60 27'])
      expect(await post('seed', { id, seed: wrong, confirmed: 'yes' })).toMatchObject({
        fields: { seed: expect.stringContaining('has to be five different numbers from 1 to 69') },
      })
    expect(await drawOf()).toMatchObject({ seed: null })
    expect(await post('seed', { id, seed: '60, 5, 33, 41, 12, 9' })).toMatchObject({
      answer: { asks: [expect.stringContaining('“5 12 33 41 60 9” decides')] },
    })
    await post('seed', { id, seed: '60, 5, 33, 41, 12, 9', confirmed: 'yes' })
    expect(await drawOf()).toMatchObject({ seed: '5 12 33 41 60 9' })
  })

  test('says from when on it takes the numbers of a lottery, on the page and in the refusal', async () => {
    const id = await begin('The next Powerball drawing', 'powerball')
    clock.set(new Date(KNOWN.getTime() - 1))
    await post('freeze', { id })
    const from = instantInWords(KNOWN, demoGiveaway(NOON).timeZone)
    expect(await drawOf()).toMatchObject({ seed: null, seedFrom: from })
    const early = { id, seed: '5 12 33 41 60 9', confirmed: 'yes' }
    expect(await post('seed', early)).toMatchObject({ status: 409, fields: { seed: expect.stringContaining(from) } })
    expect(await drawOf()).toMatchObject({ seed: null })
    clock.set(KNOWN)
    expect(await drawOf()).toMatchObject({ seed: null, seedFrom: null })
    expect(await post('seed', early)).toMatchObject({ ok: true })
  })

  test('asks for the source of the seed only where the rules name none, and for a seed that anyone can retype', async () => {
    const id = await begin(null)
    expect(await post('freeze', { id })).toMatchObject({
      fields: { seedSource: expect.stringContaining('Name the public source') },
    })
    expect(await post('freeze', { id, seedSource: 'Ten throws of a die', seedKind: 'text' })).toMatchObject({
      ok: true,
    })
    expect(await drawOf()).toMatchObject({ seedSource: 'Ten throws of a die' })
    expect(await post('seed', { id, seed: 'zwölf' })).toMatchObject({
      fields: { seed: expect.stringContaining('one line') },
    })
    expect(await post('freeze', { id: 'none' })).toMatchObject({ ok: false, status: 400 })
  })
})
