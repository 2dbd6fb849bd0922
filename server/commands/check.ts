import type { Command } from 'commander'
import { findBrokenInvariants, INVARIANTS } from '#app/features/bookings/payments/invariants.server.ts'
import { countOf } from '#app/shared/words.ts'
import type { OnSite } from './site-command.ts'

export function addCheckCommand(line: Command, onSite: OnSite) {
  line
    .command('check')
    .description('check that money and nights add up, as the site does every night')
    .action(() =>
      onSite(async ({ db }) => {
        const broken = await findBrokenInvariants(db)
        if (broken.length === 0) return { ok: true, message: `All ${INVARIANTS} rules of money and nights hold.` }
        const lines = broken.map(
          ({ rule, times, examples }) => `${rule}: ${countOf(times, 'time')}, such as ${examples.join(', ')}`,
        )
        return { ok: false, message: lines.join('\n') }
      }),
    )
}
