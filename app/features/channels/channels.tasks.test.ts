import { expect, test } from 'vitest'
import { listTasks } from '#app/features/back-office/tasks.server.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase } from '#test/database.ts'
import { readBookings } from './bookings/read-bookings.server.ts'
import { channelConnections } from './channels.tables.server.ts'

describeWithDatabase('a connection to platforms that fails is a task on Today', (database) => {
  const channels = useChannels(database)
  const read = () => readBookings(channels.services(), new AbortController().signal)
  const tasks = async () => {
    const all = await listTasks(channels.services())
    return all.flatMap(({ title, path }) => (path === '/admin/channels' ? [title] : []))
  }

  test('one that works is none, and neither is a minute without an answer', async () => {
    expect(await tasks()).toEqual([])
    await channels.makeListing({ slug: 'cabin' })
    await read()
    await channels.send()
    expect(await tasks()).toEqual([])
    channels.later(24 * 60)
    expect(await tasks()).toEqual([])
  })

  test('a refused key is said at once, and alone', async () => {
    await channels.makeListing({ slug: 'cabin' })
    await channels.services().db.update(channelConnections).set({ apiKey: 'revoked' })
    await channels.send()
    expect(await tasks()).toEqual(['Channex refuses your key'])
    channels.later(2 * 3600)
    expect(await tasks()).toEqual(['Channex refuses your key'])
  })

  test('changes that wait for an hour are named with their homes, until they are sent', async () => {
    await channels.makeListing({ slug: 'cabin', name: 'Cabin' })
    await read()
    channels.server().fail('drop before', { times: 1000, on: /availability|restrictions/ })
    await channels.send()
    channels.later(59 * 60)
    await read()
    expect(await tasks()).toEqual([])
    channels.later(60)
    expect(await tasks()).toEqual(['Changes have waited 1 hour to reach your platforms'])
    const [task] = await listTasks(channels.services())
    expect(task?.detail).toContain('Cabin: platforms still have older nights')
    channels.server().mend()
    await channels.send()
    expect(await tasks()).toEqual([])
  })

  test('bookings that were not read for 25 minutes may be lost there', async () => {
    await channels.makeListing({ slug: 'cabin' })
    await read()
    await channels.send()
    channels.server().fail('drop before', { times: 1000, on: /booking_revisions/ })
    channels.later(25 * 60)
    await read()
    expect(await tasks()).toEqual(['Bookings from your platforms haven’t been read for 25 minutes'])
    channels.server().mend()
    await read()
    expect(await tasks()).toEqual([])
  })

  test('after a restore, an operator lets it send again', async () => {
    await channels.makeListing({ slug: 'cabin' })
    await channels.services().db.update(channelConnections).set({ heldAt: channels.clock().now() })
    channels.later(2 * 3600)
    await read()
    expect(await channels.send()).toEqual([])
    expect(await tasks()).toEqual(['Since the restore, your platforms are not connected'])
  })
})
