import { accountProblem } from '#app/features/operators/operators.server.ts'
import { type Config, processConfig } from '#app/platform/config.server.ts'
import { DatabaseInUseError } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { askPassword } from './ask-password.ts'
import { askRunningSite, socketProblem } from './control-socket.ts'
import {
  type CommandOutcome,
  type OperatorCommand,
  operatorCommandSchema,
  runOperatorCommand,
} from './operator-command.ts'
import { openServices } from './services.ts'
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

/** Through the running site when it holds the embedded database, which takes no second process; else in the database itself. */
async function carryOut(config: Config, asked: OperatorCommand): Promise<CommandOutcome> {
  const answered = config.databaseUrl ? null : await askRunningSite(config.dataDir, asked)
  if (answered) return answered
  try {
    const services = await openServices(config, createLog('warn'), { anyMode: true, beside: true })
    return await runOperatorCommand(services, asked).finally(() => services.database.close())
  } catch (error) {
    const inUse = error instanceof StartRefused && error.cause instanceof DatabaseInUseError
    const problem = inUse && !config.databaseUrl ? socketProblem(config.dataDir) : null
    throw problem ? new StartRefused(problem) : error
  }
}

/** Does what the words after the command's name ask. Gives the sentence that says so, throws `StartRefused` or `ConfigError`. */
export async function operate(
  words: string[],
  settings: () => Config,
  terminal: Parameters<typeof askPassword>[0],
): Promise<string> {
  const asked = readWords(words)
  const config = settings()
  const password = await askPassword(terminal)
  requireAccount({ ...asked, password })
  const outcome = await carryOut(config, { ...asked, password })
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
