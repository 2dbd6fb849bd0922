import { and, eq, isNull } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { channelListings } from '../channels.tables.server.ts'
import { versionsOfNights } from './derive-nights.server.ts'

/** Changes of a few seconds are sent together. */
const COALESCE_MS = 3000
/** A home has ten messages a minute for its nights, and ten for its prices. */
const BETWEEN_MESSAGES_MS = 6000

/** Makes the homes due whose nights may have changed since they were last derived. Returns their number. */
export async function noticeChanges(services: Services): Promise<number> {
  const { db, clock } = services
  const { id, versions, sentAt, isOn, dueAt } = channelListings
  const waiting = await db
    .select({ id, versions, sentAt, timeZone: properties.timeZone })
    .from(channelListings)
    .innerJoin(properties, eq(properties.id, channelListings.propertyId))
    .where(and(isOn, isNull(dueAt)))
  const now = clock.now().getTime()
  let changed = 0
  for (const home of waiting) {
    if (home.versions === (await versionsOfNights(services, home.timeZone))) continue
    const earliest = (home.sentAt?.getTime() ?? 0) + BETWEEN_MESSAGES_MS
    await db
      .update(channelListings)
      .set({ dueAt: new Date(Math.max(now + COALESCE_MS, earliest)) })
      .where(and(eq(id, home.id), isOn, isNull(dueAt)))
    changed += 1
  }
  return changed
}
