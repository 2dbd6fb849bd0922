import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { describeSite } from '../startup/describe-site.ts'
import { bookingCommandSchema, runBookingCommand } from './booking.ts'
import { calendarCommandSchema, runCalendarCommand } from './calendar.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { drawCommandSchema, runDrawCommand } from './draw.ts'
import { operatorCommandSchema, runOperatorCommand } from './operator-accounts.ts'
import { personCommandSchema, runPersonCommand } from './person.ts'
import { promoCommandSchema, runPromoCommand } from './promo.ts'

/** The commands that work on a running or stopped site. */
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
 * Runs a command, in the site's process or in the command's own; returns null for an unknown one. Part of the built
 * site, because only that can compose mail.
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
