import { accountProblem } from '#app/features/operators/operators.server.ts'
import { type Config, processConfig } from '#app/platform/config.server.ts'
import { askPassword } from './ask-password.ts'
import { reachSite } from './carry-out.ts'
import { type OperatorCommand, operatorCommandSchema, runOperatorCommand } from './operator-command.ts'
import { lastWords, StartRefused } from './start-refused.ts'

const USAGE =
  'Say "npm run operator -- create NAME" for a new operator, or "npm run operator -- password NAME" for a new password.'

function readWords(words: string[]): Pick<OperatorCommand, 'command' | 'username'> {
  const [command, username, ...more] = words
  const known = operatorCommandSchema.shape.command.safeParse(command)
  if (!known.success || !username || more.length > 0 || username.startsWith('--')) throw new StartRefused(USAGE)
  requireAccount({ username })
  return { command: known.data, username }
}

function requireAccount(input: Parameters<typeof accountProblem>[0]) {
  const problem = accountProblem(input)
  if (problem) throw new StartRefused(problem)
}

/** Does what the words after the command's name ask. Gives the sentence that says so, throws `StartRefused` or `ConfigError`. */
export async function operate(
  words: string[],
  settings: () => Config,
  terminal: Parameters<typeof askPassword>[0],
): Promise<string> {
  const asked = readWords(words)
  const site = await reachSite(settings())
  terminal.output.write(`${site.name}\n`)
  const password = await askPassword(terminal)
  requireAccount({ ...asked, password })
  const account = { ...asked, password }
  const outcome = await site.carryOut(account, (services) => runOperatorCommand(services, account))
  if (!outcome.ok) throw new StartRefused(outcome.message)
  return outcome.message
}

if (process.argv[1] === import.meta.filename) {
  const { argv, stdin, stderr, stdout } = process
  try {
    stdout.write(`${await operate(argv.slice(2), processConfig, { input: stdin, output: stderr })}\n`)
  } catch (error) {
    stderr.write(`${lastWords(error)}\n`)
    process.exitCode = 1
  }
  // A pipe that stays open must not keep the process.
  stdin.destroy()
}
