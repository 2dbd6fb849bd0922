import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  type DrawRefusal,
  drawAgain,
  drawWinner,
  freezeEntries,
  getLastClosed,
  listWinners,
} from '#app/features/giveaway/draws.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome } from './command-outcome.ts'

/** The draw subcommands and their arguments. */
export const drawCommandSchema = z.object({
  command: z.literal('draw'),
  words: z.array(z.string().max(1000)).max(10),
})

export const DRAW_USAGE = [
  'The draw of the giveaway that closed last, in three steps:',
  '  npm run site -- draw freeze            freeze the entries and publish the SHA-256 of their list',
  '  npm run site -- draw seed "5 12 33"    enter the seed, once it is public, and so draw the winner',
  '  npm run site -- draw again             draw one more, when the winner gave no answer',
  '"freeze" takes --seed-source "..." where the giveaway names no source of the seed.',
].join('\n')

const REFUSALS: Record<DrawRefusal, string> = {
  'no-giveaway': 'No giveaway has closed yet: there is nothing to draw.',
  'still-open': 'The giveaway is still open: freeze it after its close.',
  'no-entries': 'Nobody has entered this giveaway: there is nothing to draw.',
  'no-seed-source':
    'Name the public source of the seed before it can be known: npm run site -- draw freeze --seed-source "...".',
  'already-frozen': 'The entries are frozen already: go on with npm run site -- draw seed "...".',
  'not-frozen': 'Not so fast: first npm run site -- draw freeze, then npm run site -- draw seed "...".',
  'bad-seed': 'A seed is one line of plain letters, digits and signs, 500 at most.',
  'seed-known': 'The seed is entered already and stays as it is.',
  'nobody-left': 'Everybody who entered has been drawn.',
}

const refuse = (message: string): CommandOutcome => ({ ok: false, message })

function readWords(words: string[]) {
  try {
    const options = { 'seed-source': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [step, seed = '', ...more] = positionals
    return more.length > 0 ? null : { step, seed, seedSource: values['seed-source'] }
  } catch {
    return null
  }
}

/** Runs `npm run site -- draw -- ...`, and returns the state of the draw. */
export async function runDrawCommand(
  services: Services,
  { words }: z.infer<typeof drawCommandSchema>,
): Promise<CommandOutcome> {
  const asked = readWords(words)
  if (!asked) return refuse(DRAW_USAGE)
  const found = await getLastClosed(services)
  if (!found) return refuse(REFUSALS['no-giveaway'])
  if (asked.step === undefined) return { ok: true, message: [...(await standing(services)), '', DRAW_USAGE].join('\n') }
  const outcome = await takeStep(services, found, asked)
  if (!outcome) return refuse(DRAW_USAGE)
  if (!outcome.ok) return refuse(REFUSALS[outcome.reason])
  return { ok: true, message: (await standing(services)).join('\n') }
}

type Found = NonNullable<Awaited<ReturnType<typeof getLastClosed>>>

function takeStep(
  services: Services,
  { giveaway, draw }: Found,
  { step, seed, seedSource }: NonNullable<ReturnType<typeof readWords>>,
) {
  if (step === 'freeze') return freezeEntries(services, { giveawayId: giveaway.id, seedSource })
  if (step === 'seed') return drawWinner(services, { drawId: draw?.id ?? '', seed })
  return step === 'again' ? drawAgain(services, { drawId: draw?.id ?? '', after: draw?.rounds ?? 0 }) : null
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
  if (draw.seed === null) return [...lines, 'The seed is not entered yet.']
  const winners = (await listWinners(services, draw)).map(({ round, line, entry }) => {
    const who = entry ? `${entry.fullName}, ${entry.email}, ${entry.phone}` : 'deleted at their own wish; draw again'
    return `Round ${round}: line ${line}, ${who}`
  })
  return [...lines, `The seed: ${draw.seed}`, ...winners]
}
