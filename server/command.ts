import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { bookingCommandSchema, runBookingCommand } from './booking-command.ts'
import { calendarCommandSchema, runCalendarCommand } from './calendar-command.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { operatorCommandSchema, runOperatorCommand } from './operator-command.ts'
import { promoCommandSchema, runPromoCommand } from './promo-command.ts'

/** What can be asked of a site from the command line, whether it runs or not. */
const commandSchema = z.union([operatorCommandSchema, bookingCommandSchema, calendarCommandSchema, promoCommandSchema])

/**
 * Does what was asked, in the site's process or in the command's own; null when it is nothing that is known. Part of the built
 * site, which alone can write mail.
 */
export async function runCommand(services: Services, said: unknown): Promise<CommandOutcome | null> {
  const { data: asked } = commandSchema.safeParse(said)
  if (!asked) return null
  if (asked.command === 'booking') return runBookingCommand(services, asked)
  if (asked.command === 'promo') return runPromoCommand(services, asked)
  return asked.command === 'calendar' ? runCalendarCommand(services, asked) : runOperatorCommand(services, asked)
}
