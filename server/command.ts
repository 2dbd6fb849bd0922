import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { bookingCommandSchema, runBookingCommand } from './booking-command.ts'
import { calendarCommandSchema, runCalendarCommand } from './calendar-command.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { describeSite } from './describe-site.ts'
import { drawCommandSchema, runDrawCommand } from './draw-command.ts'
import { operatorCommandSchema, runOperatorCommand } from './operator-command.ts'
import { personCommandSchema, runPersonCommand } from './person-command.ts'
import { promoCommandSchema, runPromoCommand } from './promo-command.ts'

/** What can be asked of a site from the command line, whether it runs or not. */
const commandSchema = z.union([
  operatorCommandSchema,
  bookingCommandSchema,
  calendarCommandSchema,
  promoCommandSchema,
  drawCommandSchema,
  personCommandSchema,
  z.object({ command: z.literal('site') }),
])

/**
 * Does what was asked, in the site's process or in the command's own; null when it is nothing that is known. Part of the built
 * site, which alone can write mail.
 */
export async function runCommand(services: Services, said: unknown): Promise<CommandOutcome | null> {
  const { data: asked } = commandSchema.safeParse(said)
  if (!asked) return null
  switch (asked.command) {
    case 'site':
      return { ok: true, message: describeSite(services.config) }
    case 'booking':
      return runBookingCommand(services, asked)
    case 'promo':
      return runPromoCommand(services, asked)
    case 'calendar':
      return runCalendarCommand(services, asked)
    case 'draw':
      return runDrawCommand(services, asked)
    case 'person':
      return runPersonCommand(services, asked)
    default:
      return runOperatorCommand(services, asked)
  }
}
