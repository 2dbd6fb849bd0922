import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { calendarCommandSchema, runCalendarCommand } from './calendar-command.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { operatorCommandSchema, runOperatorCommand } from './operator-command.ts'

/** What can be asked of a site from the command line, whether it runs or not. */
export const commandSchema = z.union([operatorCommandSchema, calendarCommandSchema])

export type Command = z.infer<typeof commandSchema>

/** Does what was asked, in the site's process or in the command's own. */
export function runCommand(services: Services, asked: Command): Promise<CommandOutcome> {
  return asked.command === 'calendar' ? runCalendarCommand(services, asked) : runOperatorCommand(services, asked)
}
