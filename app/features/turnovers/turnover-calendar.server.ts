import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, formatDate } from '#app/shared/dates.ts'
import { findCleanerLink } from './cleaner-links.server.ts'
import { listTurnovers } from './list-turnovers.server.ts'
import { turnoverLines } from './turnovers.ts'

/** The turnovers of a link as an iCalendar file; null if the link does not work. */
export async function getTurnoverCalendar(services: Services, secret: string): Promise<string | null> {
  const link = await findCleanerLink(services, secret)
  if (!link) return null
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, name: 'Turnovers', ttl: 3600 })
  const stamp = services.clock.now()
  for (const turnover of await listTurnovers(services, { propertyIds: link.propertyIds })) {
    const { key, day, property } = turnover
    calendar.createEvent({
      id: `${key.replaceAll(/[^\w-]/g, '-')}@turnovers`,
      stamp,
      start: Temporal.PlainDate.from(day),
      end: Temporal.PlainDate.from(addDays(day, 1)),
      allDay: true,
      summary: `Turnover: ${property}`,
      description: [formatDate(day, 'long'), ...turnoverLines(turnover)].join('\n'),
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return `${calendar.toString()}\r\n`
}
