import { parseArgs } from 'node:util'
import {
  type DrawRefusal,
  drawAgain,
  drawWinner,
  freezeEntries,
  getLastClosed,
  listWinners,
} from '#app/features/giveaway/giveaway.server.ts'
import { processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { openServices } from './services.ts'
import { lastWords, StartRefused } from './start-refused.ts'

const USAGE = [
  'The draw of the giveaway that closed last, in three steps:',
  '  npm run draw -- freeze            freeze the entries and publish the SHA-256 of their list',
  '  npm run draw -- seed "5 12 33"    enter the seed, once it is public, and so draw the winner',
  '  npm run draw -- again             draw one more, when the winner gave no answer',
  '"freeze" takes --seed-source "..." where the campaign names no source of the seed.',
]

const REFUSALS: Record<DrawRefusal, string> = {
  'no-campaign': 'No giveaway has closed yet: there is nothing to draw.',
  'still-open': 'The giveaway is still open: freeze it after its close.',
  'no-entries': 'Nobody has entered this giveaway: there is nothing to draw.',
  'no-seed-source':
    'Name the public source of the seed before it can be known: npm run draw -- freeze --seed-source "...".',
  'already-frozen': 'The entries are frozen already: go on with npm run draw -- seed "...".',
  'not-frozen': 'Not so fast: first npm run draw -- freeze, then npm run draw -- seed "...".',
  'bad-seed': 'A seed is one line of plain letters, digits and signs, 500 at most.',
  'seed-known': 'The seed is entered already and stays as it is.',
  'nobody-left': 'Everybody who entered has been drawn.',
}

function refuse(reason: DrawRefusal): never {
  throw new StartRefused(REFUSALS[reason])
}

/** Does what the words of the command say, and gives the lines to print. */
export async function runDraw(services: Services, words: string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'seed-source': { type: 'string' } },
  })
  const [step, seed = ''] = positionals
  const found = await getLastClosed(services)
  if (!found) refuse('no-campaign')
  if (step === 'freeze') {
    const outcome = await freezeEntries(services, { campaignId: found.campaign.id, seedSource: values['seed-source'] })
    if (!outcome.ok) refuse(outcome.reason)
  } else if (step === 'seed') {
    const outcome = await drawWinner(services, { drawId: found.draw?.id ?? '', seed })
    if (!outcome.ok) refuse(outcome.reason)
  } else if (step === 'again') {
    const { id = '', rounds = 0 } = found.draw ?? {}
    const outcome = await drawAgain(services, { drawId: id, after: rounds })
    if (!outcome.ok) refuse(outcome.reason)
  } else if (step !== undefined) throw new StartRefused(USAGE.join('\n'))
  return [...(await standing(services)), ...(step === undefined ? ['', ...USAGE] : [])]
}

async function standing(services: Services): Promise<string[]> {
  const found = await getLastClosed(services)
  if (!found?.draw) return [`${found?.campaign.name}: closed, not frozen yet.`]
  const { campaign, draw } = found
  const lines = [
    `${campaign.name}: ${draw.lines} entrants, ${draw.tickets} tickets, frozen at ${draw.frozenAt.toISOString()}.`,
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

async function command(): Promise<void> {
  const config = processConfig()
  const services = await openServices(config, createLog(config.logLevel))
  try {
    process.stdout.write(`${(await runDraw(services, process.argv.slice(2))).join('\n')}\n`)
  } finally {
    await services.database.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await command()
  } catch (error) {
    const expected = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${expected ? USAGE.join('\n') : lastWords(error)}\n`)
    process.exitCode = 1
  }
}
