import { z } from 'zod'
import { changePassword, createOperator } from '#app/features/operators/operators.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome } from './command-outcome.ts'

/** What can be asked of the operators' accounts from the command line. */
export const operatorCommandSchema = z.object({
  command: z.enum(['create', 'password']),
  username: z.string(),
  password: z.string(),
})

export type OperatorCommand = z.infer<typeof operatorCommandSchema>

/** Does what was asked, in the site's process or in the command's own. */
export async function runOperatorCommand(services: Services, asked: OperatorCommand): Promise<CommandOutcome> {
  const { config } = services
  const outcome = await (asked.command === 'create' ? createOperator : changePassword)(services, asked)
  if (!outcome.ok) return { ok: false, message: outcome.message }
  const { username } = outcome
  if (asked.command === 'password') {
    return { ok: true, message: `Operator ${username} has the new password and is signed out everywhere.` }
  }
  const where = config.demo ? 'once the site has a public SITE_URL' : `at ${config.siteUrl}/sign-in`
  return { ok: true, message: `Operator ${username} was created and can sign in ${where}.` }
}
