import { type Command, InvalidArgumentError } from 'commander'
import { endSessions, listOperators, removeOperator } from '#app/features/operators/accounts.server.ts'
import {
  changePassword,
  createOperator,
  nameAsStored,
  usernameProblem,
} from '#app/features/operators/operators.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

function readName(typed: string): string {
  const problem = usernameProblem(typed)
  if (problem) throw new InvalidArgumentError(problem)
  return typed
}

export function addOperatorCommands(line: Command, onSite: OnSite) {
  const operator = line.command('operator').description('who may sign in')
  operator
    .command('list')
    .description('who may sign in, and how many sessions each has')
    .action(() => onSite(list))
  const named = (name: string, description: string) =>
    operator.command(name).description(description).argument('<name>', 'the operator', readName)
  named('create', 'create an operator; asks for a password').action((username: string) =>
    onSite((services, password) => create(services, { username, password }), { asksPassword: true }),
  )
  named('password', 'set a new password, which ends all of the operator’s sessions').action((username: string) =>
    onSite((services, password) => setPassword(services, { username, password }), { asksPassword: true }),
  )
  named('end-sessions', 'sign an operator out everywhere').action((username: string) =>
    onSite((services) => signOutEverywhere(services, nameAsStored(username))),
  )
  named('remove', 'remove an operator and end all of their sessions').action((username: string) =>
    onSite((services) => remove(services, nameAsStored(username))),
  )
}

const say = (message: string): CommandOutcome => ({ ok: true, message })
const unknown = (username: string): CommandOutcome => ({ ok: false, message: `There’s no operator ${username}.` })

type Account = { username: string; password: string }

async function create(services: Services, account: Account): Promise<CommandOutcome> {
  const { config } = services
  const outcome = await createOperator(services, account)
  if (!outcome.ok) return { ok: false, message: outcome.message }
  const where = config.demo ? 'once the site has a public SITE_URL' : `at ${config.siteUrl}/sign-in`
  return say(`Operator ${outcome.username} was created and can sign in ${where}.`)
}

async function setPassword(services: Services, account: Account): Promise<CommandOutcome> {
  const outcome = await changePassword(services, account)
  if (!outcome.ok) return { ok: false, message: outcome.message }
  return say(`Operator ${outcome.username} has the new password and is signed out everywhere.`)
}

async function signOutEverywhere(services: Services, username: string): Promise<CommandOutcome> {
  const ended = await endSessions(services, username)
  if (ended === null) return unknown(username)
  return say(`Operator ${username} is signed out everywhere: ${countOf(ended, 'session')} ended.`)
}

async function remove(services: Services, username: string): Promise<CommandOutcome> {
  if (!(await removeOperator(services, username))) return unknown(username)
  return say(`Operator ${username} was removed and is signed out everywhere.`)
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
