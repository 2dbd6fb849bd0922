import { processConfig } from '#app/platform/config.server.ts'
import { askPassword, type Terminal } from './commands/ask-password.ts'
import { addRestoreCommand } from './commands/backup.ts'
import { addSiteCommands, runCommandLine } from './commands/command-line.ts'
import { addGoLiveCommand } from './commands/go-live.ts'
import { reachSite } from './commands/reach-site.ts'
import { addSettingsCommand } from './commands/settings.ts'
import type { OnSite } from './commands/site-command.ts'
import { explainExit, StartRefused } from './startup/start-refused.ts'

/** Runs a command line: `site` and a command, or nothing, which starts the site. */
export async function run([program, ...words]: string[], release: string): Promise<void> {
  try {
    if (program !== 'site') return await (await import('./main.ts')).start(release)
    const { stdin: input, stderr: output, stdout } = process
    stdout.write(`${await runSiteCommand(words, processConfig, { input, output })}\n`)
  } catch (error) {
    process.stderr.write(`${explainExit(error)}\n`)
    // A running site has timers and connections that would keep the process alive.
    if (program !== 'site') process.exit(1)
    process.exitCode = 1
  } finally {
    // An open input pipe must not keep the process alive.
    if (program === 'site') process.stdin.destroy()
  }
}

/**
 * Runs a command and returns its message. Prints first which site it uses, and works through the socket of a running
 * site, else in this process. Throws `StartRefused` or `ConfigError`.
 */
export async function runSiteCommand(
  words: string[],
  settings: typeof processConfig,
  terminal: Terminal,
): Promise<string> {
  const outcome = await runCommandLine(words, (line, report) => {
    const onSite: OnSite = async (action, { asksPassword } = { asksPassword: false }) => {
      const site = await reachSite(settings())
      terminal.output.write(`${site.name}\n`)
      const password = asksPassword ? await askPassword(terminal) : ''
      report(await site.run({ words, password }, (services) => action(services, password)))
    }
    addSiteCommands(line, onSite, report)
    addRestoreCommand(line, report, terminal)
    addGoLiveCommand(line, report, terminal)
    addSettingsCommand(line, report)
  })
  if (!outcome.ok) throw new StartRefused(outcome.message)
  return outcome.message
}
