import { anyOf, listOf } from '#app/shared/words.ts'
import { CHANNEL_NAMES, CHANNELS, type Channel } from './channels.ts'
import { entriesInWords } from './giveaway.ts'

/** The bonus of a giveaway for sharing: entries per channel, and their maximum. */
type ShareBonus<Way = Channel> = { bonusPerChannel: number; maximumBonus: number; channels: readonly Way[] }

/** The bonus of a new giveaway. */
export const SHARE_BONUS = { bonusPerChannel: 2, maximumBonus: 4, channels: [...CHANNELS] }

/** The bonus entries of an entrant who shared on so many channels. The database computes the same in `count_shares`. */
export function shareBonus({ bonusPerChannel, maximumBonus }: Omit<ShareBonus, 'channels'>, shared: number): number {
  return Math.min(maximumBonus, bonusPerChannel * shared)
}

/** The most bonus entries that anyone can earn: the maximum, or less when all channels together earn less. */
export function maximumShareBonus(bonus: ShareBonus<string>): number {
  return shareBonus(bonus, bonus.channels.length)
}

const phrasesOf = (channels: readonly Channel[]) => channels.map((channel) => CHANNEL_NAMES[channel].phrase)

/** The rules' text on the bonus for sharing; null without one. */
export function shareBonusRule(bonus: ShareBonus): string | null {
  const most = maximumShareBonus(bonus)
  if (most === 0) return null
  const each = entriesInWords(Math.min(bonus.bonusPerChannel, most))
  const ways = anyOf(phrasesOf(bonus.channels))
  return bonus.channels.length === 1
    ? `Sharing the page ${ways} adds ${each}, one time.`
    : `Each way of sharing the page (${ways}) adds ${each}, one time each, up to ${most} in total.`
}

/** The channels that need no account, and whether they earn the whole bonus. Null without a bonus or such a channel. */
export function noAccountRule(bonus: ShareBonus): string | null {
  const most = maximumShareBonus(bonus)
  const open = bonus.channels.filter((channel) => CHANNEL_NAMES[channel].open)
  if (most === 0 || open.length === 0) return null
  const whole = maximumShareBonus({ ...bonus, channels: open }) === most
  return `Sharing ${listOf(phrasesOf(open))} doesn’t require an account${whole ? ' and earns the full bonus' : ''}.`
}

/** `one more`, `up to 4 more`: the entries that sharing can add. */
export const moreInWords = (most: number) => (most === 1 ? 'one more' : `up to ${most} more`)
