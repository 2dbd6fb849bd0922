import type { Command } from 'commander'
import {
  type DrawRefusal,
  drawAgain,
  drawWinner,
  freezeEntries,
  getLastClosed,
  listWinners,
} from '#app/features/giveaway/draws.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

const REFUSALS: Record<DrawRefusal, string> = {
  'no-giveaway': 'No giveaway has closed yet, so there’s nothing to draw.',
  'still-open': 'The giveaway is still open. Freeze it after it closes.',
  'no-entries': 'No one entered this giveaway, so there’s nothing to draw.',
  'no-seed-source':
    'Name the public source of the seed before it can be known: npm run site -- draw freeze --seed-source "...".',
  'already-frozen': 'The entries are already frozen. Next: npm run site -- draw seed "...".',
  'not-frozen': 'Not so fast. First npm run site -- draw freeze, then npm run site -- draw seed "...".',
  'bad-seed': 'A seed is one line of up to 500 plain letters, digits, and symbols.',
  'seed-known': 'The seed has already been entered and can’t be changed.',
  'nobody-left': 'Everyone who entered has been drawn.',
}

const refuse = (message: string): CommandOutcome => ({ ok: false, message })

type Found = NonNullable<Awaited<ReturnType<typeof getLastClosed>>>
type Step = (services: Services, found: Found) => ReturnType<typeof drawWinner | typeof freezeEntries>

export function addDrawCommands(line: Command, onSite: OnSite) {
  const draw = line
    .command('draw')
    .summary('draw the winner of a giveaway')
    .description('Draws the giveaway that closed last, in three steps. Without a step, shows where it stands.')
    .action(() =>
      onSite(async (services) => {
        if (!(await getLastClosed(services))) return refuse(REFUSALS['no-giveaway'])
        return { ok: true, message: [...(await standing(services)), '', draw.helpInformation()].join('\n') }
      }),
    )
  const take = (step: Step) =>
    onSite(async (services) => {
      const found = await getLastClosed(services)
      if (!found) return refuse(REFUSALS['no-giveaway'])
      const outcome = await step(services, found)
      return outcome.ok
        ? { ok: true, message: (await standing(services)).join('\n') }
        : refuse(REFUSALS[outcome.reason])
    })
  draw
    .command('freeze')
    .description('freeze the entries and publish the SHA-256 of their list')
    .option('--seed-source <text>', 'the public source of the seed, where the giveaway names none')
    .action(({ seedSource }: { seedSource?: string }) =>
      take((services, { giveaway }) => freezeEntries(services, { giveawayId: giveaway.id, seedSource })),
    )
  draw
    .command('seed')
    .description('enter the seed once it’s public, which draws the winner')
    .argument('<seed>', 'such as "5 12 33"')
    .action((seed: string) => take((services, { draw }) => drawWinner(services, { drawId: draw?.id ?? '', seed })))
  draw
    .command('again')
    .description('draw another winner if the last one didn’t answer')
    .action(() =>
      take((services, { draw }) => drawAgain(services, { drawId: draw?.id ?? '', after: draw?.rounds ?? 0 })),
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
