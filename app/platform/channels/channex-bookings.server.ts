import { z } from 'zod'
import { type ChannelManager, ChannelRefused, ChannelUnavailable } from './channel-manager.server.ts'
import { anyAnswer, type Channex } from './channex-http.server.ts'
import { readRevisions } from './channex-revision.server.ts'

type Bookings = Pick<ChannelManager, 'listRevisions' | 'getRevision' | 'acknowledge' | 'listBookingsSince'>

/** https://docs.channex.io/api-v.1-documentation/bookings-collection */
export function bookingsOf(channex: Channex): Bookings {
  return {
    async listRevisions() {
      const query = { 'order[inserted_at]': 'asc' }
      return readRevisions(await channex.listAll({ path: '/booking_revisions/feed', query }))
    },
    getRevision: (id) => getRevision(channex, id),
    acknowledge: (id) => acknowledge(channex, id),
    listBookingsSince: (instant) => listBookingsSince(channex, instant),
  }
}

const isMissing = (error: unknown) => error instanceof ChannelRefused && error.status === 404

async function getRevision(channex: Channex, id: string) {
  try {
    const path = `/booking_revisions/${encodeURIComponent(id)}`
    const answer = z.object({ data: z.unknown() })
    const { revisions, unreadable } = readRevisions([(await channex.call({ method: 'GET', path, answer })).data])
    if (revisions[0]) return revisions[0]
    throw new ChannelUnavailable(`revision ${id} cannot be read: ${unreadable[0]?.problem}`)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function acknowledge(channex: Channex, id: string) {
  try {
    const path = `/booking_revisions/${encodeURIComponent(id)}/ack`
    await channex.call({ method: 'POST', path, answer: anyAnswer })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * The list of bookings has the latest revision of each. By which of its revisions it is filtered is not documented. So
 * the list of revisions is read, too, newest first, until one is older.
 */
async function listBookingsSince(channex: Channex, since: Date) {
  const from = since.toISOString().slice(0, 19)
  const filter = { 'filter[inserted_at][gte]': from, 'order[inserted_at]': 'desc' }
  const isOlder = (items: unknown[]) => readRevisions(items).revisions.some(({ insertedAt }) => insertedAt < from)
  const bookings = await channex.listAll({ path: '/bookings', query: filter })
  const all = await channex.listAll({ path: '/booking_revisions', query: filter, enough: isOlder })
  const { revisions, unreadable } = readRevisions([...bookings, ...all])
  return { revisions: revisions.filter(({ insertedAt }) => insertedAt >= from), unreadable }
}
