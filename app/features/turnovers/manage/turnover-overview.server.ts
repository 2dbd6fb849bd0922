import { isNotNull, or } from 'drizzle-orm'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { may } from '#app/shared/may.ts'
import { type CleanerLink, linkInput, listCleanerLinks } from '../cleaner-links.server.ts'
import { listTurnovers } from '../list-turnovers.server.ts'
import { listDamageImages, listReadyImages } from '../turnover-images.server.ts'
import { turnoverMarks } from '../turnovers.tables.server.ts'
import { factsOf, type ShownTurnover, type TurnoverFacts, turnoverChanges } from '../turnovers.ts'

/** A turnover with who saw its current state, and who marked the home as ready. */
export type WatchedTurnover = ShownTurnover & {
  cleaners: string[]
  seenBy: string[]
  doneBy: string | null
  /** Photos that show that the home is ready. */
  images: { id: string; path: string; by: string }[]
}

/**
 * The turnovers of the homes that this operator sees, with cleaners' marks, and damage that waits. The links only for
 * operators who may change them. Six statements.
 */
export async function getTurnoverOverview(services: Services, by: Operator) {
  const links = await listCleanerLinks(services)
  const shown = await listTurnovers(services, { propertyIds: by.properties ? [...by.properties] : undefined })
  const marks = await services.db
    .select()
    .from(turnoverMarks)
    .where(or(isNotNull(turnoverMarks.seen), isNotNull(turnoverMarks.doneAt)))
  const ready = await listReadyImages(
    services.db,
    shown.map(({ key }) => key),
  )
  const turnovers = shown.map((turnover): WatchedTurnover => {
    const own = marks.filter((mark) => mark.turnover === turnover.key)
    const nameOf = (id: string) => links.find((link) => link.id === id)?.name
    const facts = factsOf(turnover)
    const upToDate = own.filter(({ seen }) => seen && turnoverChanges(seen as TurnoverFacts, facts).length === 0)
    const done = own.find(({ doneAt }) => doneAt !== null)
    return {
      ...turnover,
      cleaners: links.filter(({ propertyIds }) => propertyIds.includes(turnover.propertyId)).map(({ name }) => name),
      seenBy: upToDate.flatMap(({ linkId }) => nameOf(linkId) ?? []),
      doneBy: done ? (nameOf(done.linkId) ?? 'a cleaner') : null,
      images: ready.get(turnover.key) ?? [],
    }
  })
  return {
    turnovers,
    links: may(by, 'turnovers:write') ? links.map(withVersion) : [],
    images: await listDamageImages(services, by),
  }
}

const withVersion = (link: CleanerLink) => ({ ...link, version: versionOf(linkInput(link)) })
