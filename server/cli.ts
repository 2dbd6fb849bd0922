import { Command } from 'commander'
import { processConfig } from '#app/platform/config.server.ts'
import { BOOKING_USAGE } from './commands/booking.ts'
import { CALENDAR_USAGE } from './commands/calendar.ts'
import { DRAW_USAGE } from './commands/draw.ts'
import { GO_LIVE_USAGE, goLiveCommand } from './commands/go-live.ts'
import { OPERATOR_USAGE, operatorCommand } from './commands/operator.ts'
import { PERSON_USAGE } from './commands/person.ts'
import { PROMO_USAGE } from './commands/promo.ts'
import { reachSite } from './commands/reach-site.ts'
import { runCommand } from './commands/run-command.ts'
import { explainExit, StartRefused } from './startup/start-refused.ts'

/** Runs a command line: `site` and a command, or nothing, which starts the site. */
export async function run([program, ...words]: string[], release: string): Promise<void> {
  try {
    if (program !== 'site') return await (await import('./main.ts')).start(release)
    await commandLine().parseAsync(words, { from: 'user' })
  } catch (error) {
    process.stderr.write(`${explainExit(error)}\n`)
    // A running site has timers and connections that would keep the process alive.
    if (program !== 'site') process.exit(1)
    process.exitCode = 1
  }
}

type Act = (words: string[]) => Promise<void>

function commandLine(): Command {
  const line = new Command('npm run site --').description('Commands for the operator of a site, running or not.')
  const add = (name: string, summary: string, usage: string, act: Act) => {
    // Each command parses its own arguments; its usage text is its help.
    const command = line.command(name).summary(summary).argument('[words...]').allowUnknownOption().action(act)
    command.helpInformation = () => `${usage}\n`
  }
  add('booking', 'list, confirm and decline requests for stays', BOOKING_USAGE, (words) => ask('booking', words))
  add('calendar', 'calendars of other sites', CALENDAR_USAGE, (words) => ask('calendar', words))
  add('promo', 'promo codes', PROMO_USAGE, (words) => ask('promo', words))
  add('draw', 'draw the winner of a giveaway', DRAW_USAGE, (words) => ask('draw', words))
  add('person', 'export or erase what is stored about a person', PERSON_USAGE, (words) => ask('person', words))
  add('operator', 'who may sign in', OPERATOR_USAGE, askOperator)
  add('go-live', 'turn a demo into a live site, or restore a dump', GO_LIVE_USAGE, goLiveCommand)
  return line
}

/** Prints which site it uses, and runs the command: through the socket of a running site, else in this process. */
async function ask(command: string, words: string[]): Promise<void> {
  const site = await reachSite(processConfig())
  process.stderr.write(`${site.name}\n`)
  const request = { command, words }
  const outcome = await site.run(request, async (services) => {
    return (await runCommand(services, request)) ?? { ok: false, message: `There is no command ${command}.` }
  })
  if (!outcome.ok) throw new StartRefused(outcome.message)
  process.stdout.write(`${outcome.message}\n`)
}

async function askOperator(words: string[]): Promise<void> {
  const { stdin: input, stderr: output, stdout } = process
  try {
    stdout.write(`${await operatorCommand(words, processConfig, { input, output })}\n`)
  } finally {
    // An open input pipe must not keep the process alive.
    input.destroy()
  }
}
