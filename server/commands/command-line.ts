import { Command, CommanderError } from 'commander'
import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { describeSite } from '../startup/describe-site.ts'
import { addBackupCommands } from './backup.ts'
import { addBookingCommands } from './booking.ts'
import { addCalendarCommands } from './calendar.ts'
import { addCheckCommand } from './check.ts'
import { addDrawCommands } from './draw.ts'
import { addOperatorCommands } from './operator.ts'
import { addPersonCommands } from './person.ts'
import { addPromoCommands } from './promo.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

/** The commands that work on a running or stopped site. */
export function addSiteCommands(line: Command, onSite: OnSite, report: (outcome: CommandOutcome) => void) {
  addBookingCommands(line, onSite)
  addCalendarCommands(line, onSite)
  addPromoCommands(line, onSite)
  addDrawCommands(line, onSite)
  addPersonCommands(line, onSite)
  addOperatorCommands(line, onSite)
  addCheckCommand(line, onSite)
  addBackupCommands(line, onSite, report)
}

/** Parses and runs a command line. Help, and errors in the arguments, are outcomes too. */
export async function runCommandLine(
  words: string[],
  addCommands: (line: Command, report: (outcome: CommandOutcome) => void) => void,
): Promise<CommandOutcome> {
  let outcome = { ok: true, message: '' }
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const line = new Command('npm run site --')
    .description('Commands for the operator of a site, running or not.')
    .configureOutput({ writeOut: write, writeErr: write })
    .showHelpAfterError()
    .exitOverride()
  addCommands(line, (reported) => {
    outcome = reported
  })
  try {
    await line.parseAsync(words, { from: 'user' })
    return outcome
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { ok: error.exitCode === 0, message: written.trimEnd() }
  }
}

const requestSchema = z.object({ words: z.array(z.string()), password: z.string().default('') })

/**
 * Runs the command line that another process sent to this site; returns null for anything else. Without words it
 * describes the site. Part of the built site, because only that can compose mail.
 */
export async function runCommand(services: Services, request: unknown): Promise<CommandOutcome | null> {
  const { data: asked } = requestSchema.safeParse(request)
  if (!asked) return null
  if (asked.words.length === 0) return { ok: true, message: describeSite(services.config) }
  return runCommandLine(asked.words, (line, report) =>
    addSiteCommands(line, async (action) => report(await action(services, asked.password)), report),
  )
}
