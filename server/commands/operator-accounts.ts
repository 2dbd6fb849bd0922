import { z } from 'zod'
import { endSessions, listOperators, removeOperator } from '#app/features/operators/accounts.server.ts'
import { changePassword, createOperator, nameAsStored } from '#app/features/operators/operators.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import type { CommandOutcome } from './command-outcome.ts'

const withPassword = z.object({ command: z.enum(['create', 'password']), username: z.string(), password: z.string() })
const withName = z.object({ command: z.enum(['remove', 'end-sessions']), username: z.string() })
const withoutName = z.object({ command: z.literal('list') })

/** The operator subcommands. */
export const operatorCommandSchema = z.union([withPassword, withName, withoutName])

export type OperatorCommand = z.infer<typeof operatorCommandSchema>

const say = (message: string): CommandOutcome => ({ ok: true, message })

/** Runs the subcommand, in the site's process or in the command's own. */
export async function runOperatorCommand(services: Services, asked: OperatorCommand): Promise<CommandOutcome> {
  const { config } = services
  if (asked.command === 'list') return list(services)
  if (!('password' in asked)) return withdraw(services, asked)
  const outcome = await (asked.command === 'create' ? createOperator : changePassword)(services, asked)
  if (!outcome.ok) return { ok: false, message: outcome.message }
  const { username } = outcome
  if (asked.command === 'password') {
    return say(`Operator ${username} has the new password and is signed out everywhere.`)
  }
  const where = config.demo ? 'once the site has a public SITE_URL' : `at ${config.siteUrl}/sign-in`
  return say(`Operator ${username} was created and can sign in ${where}.`)
}

async function list(services: Services): Promise<CommandOutcome> {
  const operators = await listOperators(services)
  if (operators.length === 0) return say('There are no operators yet: npm run site -- operator create NAME.')
  const lines = operators.map(({ username, sessions, lastSeenAt, digest }) => {
    const seen = lastSeenAt ? `, last seen ${lastSeenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
    return `${username}: ${sessions === 0 ? 'not signed in' : countOf(sessions, 'session')}${seen} (${digest} in the log)`
  })
  return say(lines.join('\n'))
}

async function withdraw(services: Services, { command, ...named }: z.infer<typeof withName>): Promise<CommandOutcome> {
  const username = nameAsStored(named.username)
  const ended = command === 'remove' ? await removeOperator(services, username) : await endSessions(services, username)
  if (ended === null || ended === false) return { ok: false, message: `There is no operator ${username}.` }
  if (ended === true) return say(`Operator ${username} was removed and is signed out everywhere.`)
  return say(`Operator ${username} is signed out everywhere: ${countOf(ended, 'session')} ended.`)
}
