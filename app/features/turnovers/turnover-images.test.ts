import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { isPublic, isReferenced } from '#app/features/media/image-references.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { createApi } from '#server/api.ts'
import { useCleaner } from '#test/cleaner.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { listCleanerLinks } from './cleaner-links.server.ts'
import { markDone } from './cleaner-page.server.ts'
import { getTurnoverOverview } from './manage/turnover-overview.server.ts'
import { turnoverChanges } from './manage/turnovers.changes.server.ts'
import { storeTurnoverImage } from './turnover-images.server.ts'
import { turnoverImages } from './turnovers.tables.server.ts'

const damage = { kind: 'damage' } as const

describeWithDatabase('photos of cleaners', (database) => {
  const { services, db, makeLink, change, pageOf } = useCleaner(database)
  const folder = temporaryFolder()

  test('a photo of damage is for operators alone, until it is dealt with', async () => {
    const { secret, by } = await makeLink()
    const [link] = await listCleanerLinks(services())
    const [turnover] = await pageOf(secret)
    if (!link || !turnover) throw new Error('there is nothing to report')
    const path = '/objects/uploads/damage.webp'
    await db().insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
    expect(await storeTurnoverImage(services(), { ...damage, link, key: 'x', path })).toBe('gone')
    expect(await storeTurnoverImage(services(), { ...damage, link, key: turnover.key, path })).toBe('sent')
    expect([await isPublic(db(), path), await isReferenced(db(), path)]).toEqual([false, true])
    const { images } = await getTurnoverOverview(services(), UNNAMED)
    expect(images).toMatchObject([{ path, property: 'Lake house', by: 'Maria' }])
    expect((await pageOf(secret))[0]).toMatchObject({ images: { damage: 1, ready: 0 } })
    expect(JSON.stringify(await pageOf(secret))).not.toContain(path)
    const handled = await change('handled', { id: images[0]?.id ?? '', by })
    expect((await getTurnoverOverview(services(), UNNAMED)).images).toEqual([])
    await undoChange(services(), { id: handled.id, by })
    expect(await db().$count(turnoverImages)).toBe(1)
    expect((await getTurnoverOverview(services(), UNNAMED)).images).toHaveLength(1)
  })

  testOnBoth(
    'as many photos as wait are listed: 50 of each link, and more are refused until one is dealt with',
    async () => {
      const { secret, by } = await makeLink()
      const [link] = await listCleanerLinks(services())
      const [turnover] = await pageOf(secret)
      if (!link || !turnover) throw new Error('there is nothing to report')
      const { key } = turnover
      let sent = 0
      const report = async () => {
        sent += 1
        const path = `/objects/uploads/damage-${sent}.webp`
        await db().insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
        return storeTurnoverImage(services(), { ...damage, link, key, path })
      }
      for (let n = 0; n < 45; n += 1) await report()
      const outcomes = await Promise.all(Array.from({ length: 15 }, report))
      expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(10)
      const { images } = await getTurnoverOverview(services(), UNNAMED)
      expect(images).toHaveLength(50)
      await change('handled', { id: images[0]?.id ?? '', by })
      expect([await report(), await report()]).toEqual(['sent', 'full'])
    },
  )

  test('photos show that a home is ready: the operator sees them at the turnover, and nobody has to deal with them', async () => {
    const { secret, by } = await makeLink()
    const [link] = await listCleanerLinks(services())
    const { key = '' } = (await pageOf(secret))[0] ?? {}
    if (!link) throw new Error('there is no link')
    let sent = 0
    const show = async (kind: 'ready' | 'damage' = 'ready') => {
      sent += 1
      const path = `/objects/uploads/ready-${sent}.webp`
      await db().insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
      return storeTurnoverImage(services(), { link, key, path, kind })
    }
    expect([await show(), await show()]).toEqual(['sent', 'sent'])
    expect((await pageOf(secret))[0]).toMatchObject({ images: { damage: 0, ready: 2 } })
    await markDone(services(), { secret, key, isDone: true })
    const overview = await getTurnoverOverview(services(), UNNAMED)
    expect(overview.images).toEqual([])
    const shown = overview.turnovers.find((turnover) => turnover.key === key)
    expect(shown).toMatchObject({
      doneBy: 'Maria',
      images: [1, 2].map((n) => ({ path: `/objects/uploads/ready-${n}.webp`, by: 'Maria' })),
    })
    expect(await isPublic(db(), '/objects/uploads/ready-1.webp')).toBe(false)
    expect((await getToday(services())).tasks.filter(({ title }) => /damage/i.test(title))).toEqual([])
    const id = shown?.images[0]?.id ?? ''
    await makeChange(turnoverChanges.handled, { services: services(), by }, { id })
    expect(await db().select().from(audit).where(eq(audit.action, 'damage.handled'))).toEqual([])
    for (let n = 2; n < 20; n += 1) await show()
    expect([await show(), await show('damage')]).toEqual(['full', 'sent'])
  })

  test('a plain form sends either kind of photo, by its address', async () => {
    const { secret } = await makeLink()
    const { key = '' } = (await pageOf(secret))[0] ?? {}
    const api = createApi({ ...services(), storage: openDiskStorage(join(folder, 'objects')) })
    for (const shows of ['ready', 'damage', 'anything']) {
      const body = new FormData()
      body.set('file', new File([await readFile('public/icon-192.png')], 'photo.png', { type: 'image/png' }))
      const address = `/turnovers/${secret}/photos?${new URLSearchParams({ turnover: key, shows })}`
      const answer = await api.request(address, { method: 'POST', body })
      expect(answer.headers.get('location')).toBe(`/turnovers/${secret}?image=sent`)
    }
    expect((await pageOf(secret))[0]).toMatchObject({ images: { damage: 2, ready: 1 } })
  })

  test('a photo of a turnover that does not exist is not received', async () => {
    const { secret } = await makeLink()
    const uploads = `${services().config.dataDir}/uploads`
    const before = await readdir(uploads).catch(() => [])
    // These services have no storage: whatever reaches it fails.
    const api = createApi(services())
    for (const key of ['', 'x', '0192f0c1-0000-7000-8000-000000000000']) {
      const path = `/turnovers/${secret}/photos?turnover=${key}`
      const answer = await api.request(path, { method: 'POST', body: await readFile('public/icon-192.png') })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/turnovers/${secret}?image=gone`])
    }
    expect(await readdir(uploads).catch(() => [])).toEqual(before)
    expect(await db().$count(mediaObjects)).toBe(0)
  })
})
