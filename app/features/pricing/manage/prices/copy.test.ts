import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeWords } from '#app/features/back-office/changes.server.ts'
import { fees, feeTaxes, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty } from '#test/factories.ts'
import { pricesPage } from '#test/prices-page.ts'
import { copyChanges, getCopyPage, NOTHING_CHOSEN } from './copy-page.server.ts'

describeWithDatabase('copying prices to other homes', (database) => {
  const { services, addProperty, page, save, undo } = pricesPage(database)
  const settingsOf = async (slug: string) => (await page(slug)).property.settings

  async function copy(slug: string, parts: string[], to: string[], stale = false) {
    const shown = await getCopyPage(services(), slug, { parts, to })
    if (!shown) throw new Error('there is no such home')
    if (stale)
      await save(to[0] ?? '', {
        intent: 'discount',
        label: 'Weekly discount',
        kind: 'long-stay',
        threshold: '7',
        percent: '10',
      })
    const properties = [{ slug, version: shown.from.version }, ...(shown.changes ?? [])]
    const versions = Object.fromEntries(properties.map((property) => [`versions.${property.slug}`, property.version]))
    const poster = { services: services(), by: { ...UNNAMED, name: 'mia' }, params: { slug } }
    return { shown, outcome: await postChange(copyChanges.copy, poster, { part: parts, to, ...versions }) }
  }

  test('shows what differs, copies to several homes at once, and is undone at once', async () => {
    const { slug } = await addProperty()
    await makeProperty(database().db, { slug: 'bare', pricePerNight: '200.00', cleaningFee: '0' })
    const twin = await addProperty()
    const before = [await settingsOf('bare'), await settingsOf(twin.slug)]
    const { shown, outcome } = await copy(slug, ['nightly', 'seasons', 'taxes', 'fees'], ['bare', twin.slug])
    expect(shown.changes).toMatchObject([
      {
        slug: 'bare',
        facts: expect.arrayContaining([
          {
            name: 'Nightly prices',
            before: 'Every night $200.00; Cleaning $0.00 a stay',
            after: 'Every night $480.00; Friday and Saturday $590.00; Cleaning $300.00 a stay',
          },
          { name: 'Fee Pet fee', before: '', after: '$150.00 for all pets together, per stay; Not taxed' },
        ]),
      },
      { slug: twin.slug, facts: [] },
    ])
    const bare = await settingsOf('bare')
    expect(bare).toMatchObject({
      nightly: { price: 480_00 },
      seasons: [{ name: 'Summer', rates: [{ price: 690_00 }, { price: 820_00 }] }],
    })
    expect(bare.taxes.map(({ name }) => name)).toEqual((await settingsOf(slug)).taxes.map(({ name }) => name))
    const [record] = await database().db.select().from(audit)
    expect(record && changeWords(record)).toBe('Prices copied to 1 home')
    expect(await undo((outcome.ok && outcome.id) || '')).toMatchObject({ ok: true })
    expect([await settingsOf('bare'), await settingsOf(twin.slug)]).toEqual(before)
  })

  test('rows of the same name stay the same rows, others go, and a fee is taxed by the taxes of its own home', async () => {
    const { db } = database()
    const [one, other] = [await addProperty(), await addProperty()]
    const [fee] = await db.select().from(fees).where(eq(fees.propertyId, one.id))
    const [tax] = await db.select().from(taxes).where(eq(taxes.propertyId, one.id)).orderBy(taxes.displayOrder)
    await db.insert(feeTaxes).values({ propertyId: one.id, feeId: fee?.id ?? '', taxId: tax?.id ?? '' })
    await save(other.slug, { intent: 'fee', label: 'Linen', amount: '20', for: 'stay', per: 'stay' })
    const own = (await settingsOf(other.slug)).fees.find(({ label }) => label === 'Pet fee')
    await copy(one.slug, ['fees'], [other.slug])
    const copied = await settingsOf(other.slug)
    expect(copied.fees).toMatchObject([{ id: own?.id, label: 'Pet fee', taxedBy: [copied.taxes[0]?.id] }])
  })

  test('copies nothing once one of the homes has changed, or if nothing is chosen', async () => {
    const [one, other] = [await addProperty(), await addProperty()]
    await save(one.slug, { intent: 'fee', label: 'Linen', amount: '20', for: 'stay', per: 'stay' })
    expect((await copy(one.slug, ['fees'], [other.slug], true)).outcome).toMatchObject({
      status: 409,
      message: expect.stringContaining('were changed meanwhile'),
    })
    expect((await settingsOf(other.slug)).fees).toHaveLength(1)
    expect((await copy(one.slug, [], [other.slug])).outcome).toMatchObject({ status: 409, message: NOTHING_CHOSEN })
    expect((await copy(one.slug, ['fees'], [one.slug])).outcome).toMatchObject({ status: 409, message: NOTHING_CHOSEN })
  })
})
