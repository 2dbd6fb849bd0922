import { accountProblem } from '#app/features/operators/operators.server.ts'
import { type Config, processConfig } from '#app/platform/config.server.ts'
import { askPassword } from './ask-password.ts'
import { reachSite } from './carry-out.ts'
import { type OperatorCommand, operatorCommandSchema, runOperatorCommand } from './operator-command.ts'
import { lastWords, StartRefused } from './start-refused.ts'

const USAGE = [
  'Operators:',
  '  npm run operator -- list                  who may sign in, and how many sessions each has',
  '  npm run operator -- create NAME           a new operator, with a password that it asks for',
  '  npm run operator -- password NAME         a new password, which ends all sessions of that operator',
  '  npm run operator -- end-sessions NAME     sign an operator out everywhere',
  '  npm run operator -- remove NAME           remove an operator, and end all sessions',
].join('\n')

/** What the words ask for, still without the password that some need. */
function readWords([command, username, ...more]: string[]): OperatorCommand {
  if (more.length > 0 || username?.startsWith('--')) throw new StartRefused(USAGE)
  if (username !== undefined) requireAccount({ username })
  const needsPassword = command === 'create' || command === 'password'
  const { data: asked } = operatorCommandSchema.safeParse({ command, username, ...(needsPassword && { password: '' }) })
  if (!asked || (command === 'list' && username !== undefined)) throw new StartRefused(USAGE)
  return asked
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
  if ('password' in asked) {
    asked.password = await askPassword(terminal)
    requireAccount(asked)
  }
  const outcome = await site.carryOut(asked, (services) => runOperatorCommand(services, asked))
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
