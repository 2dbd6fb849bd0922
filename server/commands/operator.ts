import { accountProblem } from '#app/features/operators/operators.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { StartRefused } from '../startup/start-refused.ts'
import { askPassword } from './ask-password.ts'
import { type OperatorCommand, operatorCommandSchema, runOperatorCommand } from './operator-accounts.ts'
import { reachSite } from './reach-site.ts'

export const OPERATOR_USAGE = [
  'Operators:',
  '  npm run site -- operator list                  who may sign in, and how many sessions each has',
  '  npm run site -- operator create NAME           a new operator, with a password that it asks for',
  '  npm run site -- operator password NAME         a new password, which ends all sessions of that operator',
  '  npm run site -- operator end-sessions NAME     sign an operator out everywhere',
  '  npm run site -- operator remove NAME           remove an operator, and end all sessions',
].join('\n')

/** The parsed arguments, without the password that some subcommands need. */
function readWords([command, username, ...more]: string[]): OperatorCommand {
  if (more.length > 0 || username?.startsWith('--')) throw new StartRefused(OPERATOR_USAGE)
  if (username !== undefined) requireAccount({ username })
  const needsPassword = command === 'create' || command === 'password'
  const { data: asked } = operatorCommandSchema.safeParse({ command, username, ...(needsPassword && { password: '' }) })
  if (!asked || (command === 'list' && username !== undefined)) throw new StartRefused(OPERATOR_USAGE)
  return asked
}

function requireAccount(input: Parameters<typeof accountProblem>[0]) {
  const problem = accountProblem(input)
  if (problem) throw new StartRefused(problem)
}

/** Runs the command's arguments. Returns the result as a sentence; throws `StartRefused` or `ConfigError`. */
export async function operatorCommand(
  words: string[],
  settings: () => Config,
  terminal: Parameters<typeof askPassword>[0],
): Promise<string> {
  const asked = readWords(words)
  const site = await reachSite(settings())
  terminal.output.write(`${site.name}\n`)
  if ('password' in asked) {
    asked.password = await askPassword(terminal)
    requireAccount(asked)
  }
  const outcome = await site.run(asked, (services) => runOperatorCommand(services, asked))
  if (!outcome.ok) throw new StartRefused(outcome.message)
  return outcome.message
}
