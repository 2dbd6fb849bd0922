import { type Config, processConfig } from '#app/platform/config.server.ts'
import { carryOut } from './carry-out.ts'
import { runPromoCommand } from './promo-command.ts'
import { lastWords, StartRefused } from './start-refused.ts'

/** Does what the words after the command's name ask. Gives what to print, throws `StartRefused` or `ConfigError`. */
export async function runPromo(words: string[], settings: () => Config): Promise<string> {
  const asked = { command: 'promo' as const, words }
  const outcome = await carryOut(settings(), asked, (services) => runPromoCommand(services, asked))
  if (!outcome.ok) throw new StartRefused(outcome.message)
  return outcome.message
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.stdout.write(`${await runPromo(process.argv.slice(2), processConfig)}\n`)
  } catch (error) {
    process.stderr.write(`${lastWords(error)}\n`)
    process.exitCode = 1
  }
}
