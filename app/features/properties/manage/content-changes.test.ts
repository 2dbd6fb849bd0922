import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { isPublic } from '#app/features/media/image-references.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { createApi } from '#server/api.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, type PropertyChange, testServices } from '#test/factories.ts'
import { makeNamedProperty, readAsGuest } from '#test/named-property.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { getArrivalGuide } from '../arrival-guide.server.ts'
import { contentChanges } from './content.changes.server.ts'
import { getContentPage } from './property-content.server.ts'
import type { ContentPart } from './property-content.ts'

const mia: Operator = { ...UNNAMED, name: 'mia' }
const noah: Operator = { ...UNNAMED, name: 'noah' }
const folder = temporaryFolder()
type Fields = { intent: string; [name: string]: string | string[] }

/** The fields that a browser posts if nobody fills them in. */
const EMPTY: Record<string, Record<string, string>> = {
  arrival: { 'parking.spaces': '', 'access.steps': '', 'lift.to': '', 'ski.storage': '' },
  comfort: { 'wifi.mbps': '', 'tvs.count': '' },
  safety: { 'children.cribs': '' },
  houseRules: { 'quietHours.from': '', 'quietHours.to': '' },
}

describeWithDatabase('the content of a home', (database) => {
  const services = () => testServices(database())
  const addProperty = (values?: PropertyChange) => makeNamedProperty(database().db, values)
  async function page(slug: string) {
    const found = await getContentPage(services(), slug)
    if (!found) throw new Error('there is no such home')
    return found
  }
  const guestSees = (slug: string) => readAsGuest(services(), slug)
  function post(slug: string, { intent, ...fields }: Fields, by = mia) {
    const change = contentChanges[intent as keyof typeof contentChanges] as Change
    const poster = { services: services(), by, params: { slug } }
    return postChange(change, poster, { ...EMPTY[intent], intent, ...fields })
  }
  /** Posts the form of a part as it is shown now. Returns the id of the change. */
  async function save(slug: string, intent: ContentPart, fields: Record<string, string | string[]>): Promise<string> {
    const outcome = await post(slug, { intent, version: (await page(slug)).versions[intent], ...fields })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  const undo = (id: string) => undoChange(services(), { id, by: mia })
  const history = async (property: string) =>
    (await listHistory(services(), historyFilterFromQuery(new URLSearchParams({ property })), UNNAMED)).entries

  test('facts are shown at once, one that was a sample is the operator’s own, and all of it is undone', async () => {
    const before = { laundry: 'shared', wifi: { mbps: 50 }, parking: { spaces: 2 }, sample: ['wifi', 'laundry'] }
    const { slug } = await addProperty({ facts: before })
    const change = await save(slug, 'comfort', {
      'wifi.mbps': '150',
      'wifi.note': ' A router  on each floor ',
      heating: 'heat-pump',
      laundry: 'shared',
      'tvs.count': '0',
      linens: 'bath towels',
    })
    expect((await guestSees(slug)).facts).toEqual({
      wifi: { mbps: 150, note: 'A router on each floor' },
      parking: { spaces: 2 },
      heating: 'heat-pump',
      laundry: 'shared',
      tvs: { count: 0 },
      linens: ['bath towels'],
      sample: ['laundry'],
    })
    expect(await history(slug)).toMatchObject([
      {
        words: 'Comfort changed',
        by: 'by mia',
        undo: 'possible',
        facts: [
          {
            name: 'Comfort',
            before: 'Wi-Fi, 50 Mbps',
            after: 'Wi-Fi, 150 Mbps (A router on each floor); Heat pump; No TV; Bath towels provided',
          },
        ],
      },
    ])
    expect(await undo(change)).toMatchObject({ ok: true })
    expect((await guestSees(slug)).facts).toEqual({ ...before, sample: ['laundry', 'wifi'] })
  })

  test('every other fact, and the license number, are stored as guests read them', async () => {
    const { slug } = await addProperty()
    await save(slug, 'arrival', {
      'parking.spaces': '6',
      'parking.kind': 'driveway',
      'parking.charger': 'on',
      'parking.note': 'No trailers',
      'access.steps': '4',
      'access.flights': '1',
      'lift.to': 'the gondola',
      'lift.minutes': '10',
      'lift.miles': '.5',
      'ski.storage': 'locker',
      'ski.bootDryer': 'on',
    })
    await save(slug, 'safety', { 'children.cribs': '1', 'children.gates': 'on', safety: ['co-alarm', 'first-aid'] })
    await save(slug, 'houseRules', {
      'quietHours.from': '22:00',
      'quietHours.to': '8 am',
      events: 'none',
      damage: 'You pay.',
    })
    const change = await save(slug, 'license', { license: 'STR-1234' })
    expect(await guestSees(slug)).toMatchObject({
      facts: {
        parking: { spaces: 6, kind: 'driveway', charger: true, note: 'No trailers' },
        access: { steps: 4, flights: 1 },
        lift: { to: 'the gondola', minutes: 10, miles: 0.5 },
        ski: { storage: 'locker', bootDryer: true },
        children: { cribs: 1, gates: true },
        safety: ['co-alarm', 'first-aid'],
        quietHours: { from: '10:00 PM', to: '8:00 AM' },
        events: 'none',
        damage: 'You pay.',
      },
      licenseNumber: 'STR-1234',
    })
    expect((await history(slug)).map(({ facts }) => facts[0]?.after)).toContain('STR-1234')
    expect(await undo(change)).toMatchObject({ ok: true })
    expect((await guestSees(slug)).licenseNumber).toBeNull()
    await save(slug, 'safety', {})
    expect((await guestSees(slug)).facts).not.toHaveProperty('safety')
  })

  test('what is wrong is said beside its field, and nothing is stored', async () => {
    const { slug } = await addProperty()
    const said = async (intent: ContentPart, fields: Record<string, string>) => {
      const outcome = await post(slug, { intent, version: (await page(slug)).versions[intent], ...fields })
      return outcome.ok ? outcome : outcome.fields
    }
    expect(await said('arrival', { 'parking.spaces': 'many', 'lift.to': 'the lift' })).toEqual({
      'parking.spaces': 'Please enter a whole number from 0 to 200',
      'lift.minutes': 'Please enter minutes or miles',
    })
    expect(await said('arrival', { 'parking.charger': 'on', 'lift.miles': '2', 'ski.bootDryer': 'on' })).toEqual({
      'parking.spaces': 'Please say how many spaces there are',
      'lift.to': 'Please say where the walk goes, such as the gondola',
      'ski.storage': 'Please choose where the skis go',
    })
    expect(await said('houseRules', { 'quietHours.from': '22:00' })).toEqual({
      'quietHours.to': 'Please enter both times, or neither',
    })
    expect(await said('comfort', { heating: 'fire' })).toEqual({ heating: 'Please choose one of the list' })
    expect(await said('guide', { shownDays: '400', nightPhone: 'Dana' })).toEqual({
      shownDays: 'Please enter a whole number from 0 to 365',
      nightPhone: 'Please enter a valid phone number',
    })
    expect(await database().db.$count(audit)).toBe(0)
    expect(await post('nowhere', { intent: 'license' })).toMatchObject({ status: 404 })
  })

  test('of two who change one thing, the second sees both and decides; an undo that no longer fits changes nothing', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    const first = await save(slug, 'license', { license: 'STR-1' })
    const second = { intent: 'license', license: 'STR-2' }
    expect(await post(slug, { ...second, version: versions.license }, noah)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^mia changed this .* It says now: STR-1\. Yours is still in the form/),
      answer: { result: { initialValue: { license: 'STR-2' } } },
    })
    await save(slug, 'license', second)
    expect(await save(slug, 'license', second)).toBe('')
    expect(await undo(first)).toMatchObject({ ok: false, message: expect.stringContaining('changed again since') })
    expect((await guestSees(slug)).licenseNumber).toBe('STR-2')
  })

  test('questions are added, moved, changed and removed, and one that changed meanwhile is not overwritten', async () => {
    const { slug } = await addProperty({ presentation: { lead: 'By the lake.' } })
    const add = (question: string, answer: string) => post(slug, { intent: 'question', question, answer })
    await add('Is the dock ours?', 'Yes.')
    await add('Is there a boat?', 'No.')
    expect(await add('Is there a boat?', 'No.')).toEqual({ ok: true })
    expect(await add('is there a BOAT?', 'Yes.')).toMatchObject({
      fields: { question: 'This question is there already' },
    })
    await post(slug, { intent: 'move-question', id: 'Is there a boat?', to: 'up' })
    await post(slug, { intent: 'move-question', id: 'Is there a boat?', to: 'up' })
    const asked = async () => (await guestSees(slug)).presentation.questions
    expect((await asked()).map(({ question }) => question)).toEqual(['Is there a boat?', 'Is the dock ours?'])

    const [boat, dock] = (await page(slug)).questions
    const change = { intent: 'question', id: 'Is there a boat?', version: boat?.version ?? '' }
    await post(slug, { ...change, question: 'Is there a boat?', answer: 'Two canoes.' }, noah)
    expect(await post(slug, { ...change, question: 'Is there a canoe?', answer: 'One.' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('It says now: Two canoes.'),
    })
    const other = { intent: 'question', id: 'Is the dock ours?', version: dock?.version ?? '' }
    expect(await post(slug, { ...other, question: 'Is the dock ours?', answer: 'All of it.' })).toMatchObject({
      ok: true,
    })
    const removed = await post(slug, { intent: 'remove-question', id: 'Is there a boat?' })
    expect(await post(slug, { ...change, question: 'A boat?', answer: 'One.' })).toMatchObject({ status: 409 })
    expect(await asked()).toHaveLength(1)
    expect(await undo(removed.ok ? (removed.id ?? '') : '')).toMatchObject({ ok: true })
    expect(await asked()).toEqual([
      { question: 'Is there a boat?', answer: 'Two canoes.' },
      { question: 'Is the dock ours?', answer: 'All of it.' },
    ])
    expect((await guestSees(slug)).presentation.lead).toBe('By the lake.')
  })

  test('the host is the operator’s own once saved, and has a photo that visitors see while it is shown', async () => {
    const { slug } = await addProperty({
      host: { about: 'Call us.', phone: '(970) 555-0118', sample: true },
    })
    await save(slug, 'host', { firstName: 'Dana', about: 'Ten minutes away.', phone: '(864) 555-0118' })
    const form = new FormData()
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    form.set('file', new File([new Uint8Array(bytes)], 'dana.png', { type: 'image/png' }))
    const storage = openDiskStorage(path.join(folder, 'objects'))
    const api = createApi({ ...services(), storage, config: readConfig({ DATA_DIR: folder }) })
    const send = (body: FormData) => api.request(`/admin/homes/${slug}/photo`, { method: 'POST', body })
    const sent = await send(form)
    const [, id = ''] = /[?&]changed=(.*)$/.exec(sent.headers.get('location') ?? '') ?? []
    const { host } = await guestSees(slug)
    expect(host).toEqual({
      firstName: 'Dana',
      about: 'Ten minutes away.',
      phone: '(864) 555-0118',
      image: expect.stringMatching(/^\/objects\/uploads\/.+\.png$/),
    })
    expect(await isPublic(database().db, host.image ?? '')).toBe(true)
    const removed = await post(slug, { intent: 'remove-image', version: (await page(slug)).versions.host })
    expect(await isPublic(database().db, host.image ?? '')).toBe(false)
    expect(await undo(removed.ok ? (removed.id ?? '') : '')).toMatchObject({ ok: true })
    expect((await guestSees(slug)).host.image).toBe(host.image)
    expect(await undo(id)).toMatchObject({ ok: true })
    expect((await guestSees(slug)).host.image).toBeUndefined()

    const empty = await send(new FormData())
    expect(empty.headers.get('location')).toBe(`/admin/homes/${slug}/page?section=host&image=no-file`)
  })

  test('the arrival guide reaches guests at once, and no record of it contains a code', async () => {
    const { id, slug } = await addProperty()
    const today = NOON.toISOString().slice(0, 10)
    const stay = { propertyId: id, checkIn: today, ownCode: null, today, waitsFor: 0 }
    const guestReads = () => getArrivalGuide(database().db, stay)
    const guide = {
      shownDays: '10',
      directions: 'Take SC 130.\r\n\r\nThen left.',
      doorCode: '8642#',
      wifiPassword: 'blue',
    }
    const coded = await save(slug, 'guide', guide)
    expect(await guestReads()).toMatchObject({
      directions: ['Take SC 130.', 'Then left.'],
      doorCode: { value: '8642#' },
      sample: false,
    })
    const worded = await save(slug, 'guide', { ...guide, parking: 'In the driveway.' })
    expect(await undo(worded)).toMatchObject({ ok: true })
    expect(await guestReads()).toMatchObject({ parking: null, doorCode: { value: '8642#' } })
    expect(await undo(coded)).toMatchObject({
      ok: false,
      message: 'This can’t be undone. History does not keep codes. Write the old one again.',
    })
    const recorded = JSON.stringify([await database().db.select().from(audit), await history(slug)])
    expect(recorded).not.toMatch(/8642|blue/)
    expect(recorded).toContain('Door code and Wi-Fi password')

    const stale = { intent: 'guide', version: 'old', shownDays: '10', doorCode: '1111' }
    expect(await post(slug, stale)).toMatchObject({ status: 409, message: expect.stringContaining('Door code: 8642#') })
    await save(slug, 'guide', { shownDays: '10' })
    expect(await guestReads()).toBeNull()
  })
})
