import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { type Erased, erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { exportPerson } from '#app/features/privacy/export-person.server.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

const emailSchema = z.string().trim().pipe(z.email())

function readEmail(typed: string): string {
  const { data: email } = emailSchema.safeParse(typed)
  if (!email) throw new InvalidArgumentError('It is not an email address.')
  return email
}

export function addPersonCommands(line: Command, onSite: OnSite) {
  const person = line.command('person').description('export or erase what is stored about a person')
  person
    .command('export')
    .description('all of it, as JSON')
    .argument('<email>', 'the address of the person', readEmail)
    .action((email: string) =>
      onSite(async (services) => ({
        ok: true,
        message: JSON.stringify(await exportPerson(services, email), null, 2),
      })),
    )
  person
    .command('erase')
    .description('erase it; bookings stay as tax law asks, without the person')
    .argument('<email>', 'the address of the person', readEmail)
    .action((email: string) => onSite(async (services) => erasedInWords(await erasePerson(services, email))))
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
