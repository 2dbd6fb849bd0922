import type { Command } from 'commander'
import { codeChanges } from '#app/features/pricing/manage/codes/code.changes.server.ts'
import { type ListedPromo, listPromoCodes } from '#app/features/pricing/manage/codes/manage-promo-codes.server.ts'
import { promoInputSchema } from '#app/features/pricing/manage/codes/promo-input.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

export function addPromoCommands(line: Command, onSite: OnSite) {
  const promo = line
    .command('promo')
    .summary('promo codes')
    .description('Codes that take something off the nightly price.')
  promo
    .command('list')
    .description('all of them, and how often each is in use')
    .action(() => onSite(async (services) => ({ ok: true, message: listed(await listPromoCodes(services)) })))
  promo
    .command('add')
    .description('a new code; days are written YYYY-MM-DD')
    .argument('<code>')
    .argument('<off>', 'such as 10%; an amount in dollars is written 50 or 49.50')
    .option('--property <slug>', 'for this property only')
    .option('--from <date>', 'the first day on which it can be booked with')
    .option('--until <date>', 'the last day on which it can be booked with')
    .option('--stay-from <date>', 'the first night that a stay may have')
    .option('--stay-until <date>', 'the last night that a stay may have')
    .option('--nights <n>', 'for stays of this many nights or more')
    .option('--uses <n>', 'for this many bookings; declined, canceled, and expired ones don’t count')
    .action((code: string, off: string, options: object) =>
      onSite((services) => add(services, { ...options, code, off })),
    )
  promo
    .command('end')
    .description('no one can book with it anymore; bookings that have it keep their price')
    .argument('<code>')
    .action((code: string) => onSite((services) => end(services, code.toUpperCase())))
}

const refuse = (message: string): CommandOutcome => ({ ok: false, message })

async function add(services: Services, typed: object): Promise<CommandOutcome> {
  const parsed = promoInputSchema.safeParse(typed)
  if (!parsed.success) return refuse(parsed.error.issues.map(({ message }) => message).join('\n'))
  const { code } = parsed.data
  const outcome = await makeChange(codeChanges.code, { services }, parsed.data)
  if (outcome.ok) return { ok: true, message: `${code} can be booked with.` }
  if (outcome.fields?.code) return refuse(`There’s already a code ${code}. Choose another name.`)
  if (!outcome.fields?.property) return refuse(outcome.message)
  return refuse('There’s no property with this slug. "npm run site -- calendar list" lists them all.')
}

async function end(services: Services, code: string): Promise<CommandOutcome> {
  const outcome = await makeChange(codeChanges['end-code'], { services, id: code }, {})
  if (outcome.ok && outcome.id)
    return { ok: true, message: `${code} has ended. Bookings that have it keep their price.` }
  return refuse(`There’s no active code ${code}. "npm run site -- promo list" lists them all.`)
}

function listed(codes: ListedPromo[]): string {
  if (codes.length === 0) return 'There are no codes yet: npm run site -- promo add CODE 10%.'
  return codes.map(lineOf).join('\n')
}

function lineOf(promo: ListedPromo): string {
  const { code, property, percent, amount, coversAll, minimumNights, maximumNights, useLimit, uses, endedAt } = promo
  const off = percent === null ? formatMoney(centsFromNumeric(amount ?? '0')) : `${Number(percent)}%`
  const columns = [
    code,
    coversAll ? 'a prize' : `${off} off`,
    property ?? 'every property',
    between('booked', promo.bookFrom, promo.bookUntil),
    between('nights', promo.stayFrom, promo.stayUntil),
    minimumNights > 1 && `${minimumNights} nights or more`,
    maximumNights !== null && `up to ${countOf(maximumNights, 'night')}`,
    `in ${countOf(uses, 'booking')}${useLimit === null ? '' : ` of ${useLimit}`}`,
    endedAt && `ENDED ${endedAt.toISOString().slice(0, 10)}`,
  ]
  return columns.filter(Boolean).join(' | ')
}

function between(what: string, from: string | null, until: string | null): string | null {
  const words = [from && `from ${from}`, until && `to ${until}`].filter(Boolean)
  return words.length > 0 ? `${what} ${words.join(' ')}` : null
}
