import { apiRequest } from '#app/shared/browser/api-client.ts'
import { enteredSchema, type Share, type Standing, sharedSchema, standingSchema } from './giveaway.ts'

/** The standing of an address, for a returning visitor; null when it has not entered. */
export async function fetchStanding(email: string): Promise<Standing | null> {
  const response = await apiRequest('GET', `/api/entries/${encodeURIComponent(email)}`)
  const { success, ...standing } = standingSchema.parse(await response.json())
  return success ? standing : null
}

/** The standing of a person who has just entered; a returning person may have shared before. */
export async function standingAfter(answer: Response, email: string): Promise<Standing> {
  const { totalEntries } = enteredSchema.parse(await answer.json())
  const before = totalEntries > 1 ? await fetchStanding(email).catch(() => null) : null
  return { usedChannels: [], ...before, totalEntries }
}

export async function sendShare(share: Share) {
  return sharedSchema.parse(await (await apiRequest('POST', '/api/share', share)).json())
}
