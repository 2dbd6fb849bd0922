import { type Command, InvalidArgumentError } from 'commander'
import { type Erased, erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { exportPerson } from '#app/features/privacy/export-person.server.ts'
import { afterErasing, personEmail } from '#app/features/privacy/person.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

function readEmail(typed: string): string {
  const { data: email } = personEmail.safeParse(typed)
  if (!email) throw new InvalidArgumentError('That’s not an email address.')
  return email
}

export function addPersonCommands(line: Command, onSite: OnSite) {
  const person = line.command('person').description('export or erase what is stored about a person')
  person
    .command('export')
    .description('all of it, as JSON')
    .argument('<email>', 'the person’s email address', readEmail)
    .action((email: string) =>
      onSite(async (services) => ({
        ok: true,
        message: JSON.stringify(await exportPerson(services, email), null, 2),
      })),
    )
  person
    .command('erase')
    .description('erase it; bookings stay, as tax law requires, without the person')
    .argument('<email>', 'the person’s email address', readEmail)
    .action((email: string) => onSite(async (services) => erasedInWords(await erasePerson(services, email))))
}

function erasedInWords(outcome: Erased): CommandOutcome {
  if (!outcome.ok) return { ok: false, message: outcome.message }
  const counts = Object.entries(outcome.erased).filter(([, count]) => count > 0)
  if (counts.length === 0) return { ok: true, message: 'Nothing is stored about this address.' }
  const lines = ['Erased:', ...counts.map(([what, count]) => `  ${what}: ${count}`), ...afterErasing(outcome.left)]
  return { ok: true, message: lines.join('\n') }
}
