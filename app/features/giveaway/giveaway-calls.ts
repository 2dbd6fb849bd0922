import { apiRequest } from '#app/shared/api-client.ts'
import type { Channel, Standing } from './giveaway.ts'

/** The standing of an address, for a returning visitor; null when it has not entered or the request fails. */
export async function fetchStanding(email: string): Promise<Standing | null> {
  const response = await apiRequest('GET', `/api/entries/${encodeURIComponent(email)}`)
  const { success, totalEntries, usedChannels }: Standing & { success: boolean } = await response.json()
  return success ? { totalEntries, usedChannels } : null
}

/** The standing of a person who has just entered; a returning person may have shared before. */
export async function standingAfter(answer: Response, email: string): Promise<Standing> {
  const { totalEntries }: { totalEntries: number } = await answer.json()
  const before = totalEntries > 1 ? await fetchStanding(email).catch(() => null) : null
  return { usedChannels: [], ...before, totalEntries }
}

export type ShareAnswer = {
  success: boolean
  totalEntries: number
  message: string
  alreadyShared: boolean
  maxBonusReached: boolean
}

export async function sendShare(share: { email: string; channel: Channel }): Promise<ShareAnswer> {
  return (await apiRequest('POST', '/api/share', share)).json()
}
