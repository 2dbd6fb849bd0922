import { z } from 'zod'
import { type Erased, erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { exportPerson } from '#app/features/privacy/export-person.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome } from './command-outcome.ts'

/** The person subcommands and their arguments. */
export const personCommandSchema = z.object({
  command: z.literal('person'),
  words: z.array(z.string().max(300)).max(10),
})

export const PERSON_USAGE = [
  'What is stored about a person, by the email address:',
  '  npm run site -- person export EMAIL    all of it, as JSON',
  '  npm run site -- person erase EMAIL     erase it; bookings stay as tax law asks, without the person',
].join('\n')

const emailSchema = z.string().trim().pipe(z.email())

/** Runs the subcommand; without one it prints the usage. */
export async function runPersonCommand(
  services: Services,
  { words: [verb, address, ...more] }: z.infer<typeof personCommandSchema>,
): Promise<CommandOutcome> {
  const { data: email } = emailSchema.safeParse(address)
  if ((verb !== 'export' && verb !== 'erase') || !email || more.length > 0) return { ok: false, message: PERSON_USAGE }
  if (verb === 'export') return { ok: true, message: JSON.stringify(await exportPerson(services, email), null, 2) }
  return erasedInWords(await erasePerson(services, email))
}

function erasedInWords(outcome: Erased): CommandOutcome {
  if (!outcome.ok) {
    const stays = outcome.references.join(', ')
    return { ok: false, message: `Nothing was erased: ${stays} is still to come or to be settled. Cancel it first.` }
  }
  const counts = Object.entries(outcome.erased).filter(([, count]) => count > 0)
  if (counts.length === 0) return { ok: true, message: 'Nothing is stored about this address.' }
  const lines = ['Erased:', ...counts.map(([what, count]) => `  ${what}: ${count}`)]
  if (outcome.left.length > 0) {
    lines.push(
      `The address is still mentioned in ${outcome.left.join(', ')}, in somebody else’s words: look there yourself.`,
    )
  }
  lines.push('Backups, dumps, mail that was sent and the account at Stripe are not reached from here.')
  return { ok: true, message: lines.join('\n') }
}
