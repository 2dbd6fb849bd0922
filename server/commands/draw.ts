import { Argument, type Command, Option } from 'commander'
import { getLastClosed, listWinners } from '#app/features/giveaway/draws.server.ts'
import { replacedReasons } from '#app/features/giveaway/giveaway.tables.server.ts'
import { drawChanges } from '#app/features/giveaway/manage/draw.changes.server.ts'
import type { ReplacedReason } from '#app/features/giveaway/rounds.ts'
import { SEED_KINDS, type SeedKind } from '#app/features/giveaway/seed.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

const NONE = 'No giveaway has closed yet, so there’s nothing to draw.'

const refuse = (message: string): CommandOutcome => ({ ok: false, message })

type Found = NonNullable<Awaited<ReturnType<typeof getLastClosed>>>
type Step = (
  maker: { services: Services; isConfirmed: true },
  id: string,
  found: Found,
) => ReturnType<typeof makeChange>

export function addDrawCommands(line: Command, onSite: OnSite) {
  const draw = line
    .command('draw')
    .summary('draw the winner of a giveaway')
    .description('Draws the giveaway that closed last, in three steps. Without a step, shows where it stands.')
    .action(() =>
      onSite(async (services) => {
        if (!(await getLastClosed(services))) return refuse(NONE)
        return { ok: true, message: [...(await standing(services)), '', draw.helpInformation()].join('\n') }
      }),
    )
  const take = (step: Step) =>
    onSite(async (services) => {
      const found = await getLastClosed(services)
      if (!found) return refuse(NONE)
      const outcome = await step({ services, isConfirmed: true }, found.giveaway.id, found)
      return outcome.ok ? { ok: true, message: (await standing(services)).join('\n') } : refuse(outcome.message)
    })
  draw
    .command('freeze')
    .description('freeze the entries and publish the SHA-256 of their list')
    .option('--seed-source <text>', 'the public source of the seed, where the giveaway names none')
    .addOption(new Option('--seed-kind <kind>', 'the form of that seed').choices(SEED_KINDS))
    .action(({ seedSource, seedKind }: { seedSource?: string; seedKind?: SeedKind }) =>
      take((maker, id) => makeChange(drawChanges.freeze, maker, { id, seedSource, seedKind })),
    )
  draw
    .command('seed')
    .description('enter the seed once it’s public, which draws the winner')
    .argument('<seed>', 'such as "5 12 33 41 60 9"')
    .action((seed: string) => take((maker, id) => makeChange(drawChanges.seed, maker, { id, seed })))
  draw
    .command('again')
    .description('draw another winner, with the reason that everyone reads')
    .addArgument(new Argument('<reason>', 'why').choices(replacedReasons))
    .action((reason: ReplacedReason) =>
      take((maker, id, { draw }) => makeChange(drawChanges.again, maker, { id, round: draw?.rounds ?? 0, reason })),
    )
}

async function standing(services: Services): Promise<string[]> {
  const found = await getLastClosed(services)
  if (!found?.draw) return [`${found?.giveaway.name}: closed, not frozen yet.`]
  const { giveaway, draw } = found
  const lines = [
    `${giveaway.name}: ${draw.lines} entrants, ${draw.tickets} tickets, frozen at ${draw.frozenAt.toISOString()}.`,
    `SHA-256 of the list: ${draw.listDigest}`,
    `The seed comes from: ${draw.seedSource}`,
    `Anyone can check it: ${services.config.siteUrl}/staycation/draw/${draw.id}`,
  ]
  if (draw.seed === null) return [...lines, 'The seed hasn’t been entered yet.']
  const winners = (await listWinners(services, draw)).map(({ round, line, entry }) => {
    const who = entry ? `${entry.fullName}, ${entry.email}, ${entry.phone}` : 'deleted at their request; draw again'
    return `Round ${round}: line ${line}, ${who}`
  })
  return [...lines, `The seed: ${draw.seed}`, ...winners]
}
