import {
  ChannelRateLimited,
  ChannelRefused,
  ChannelUnavailable,
} from '#app/platform/channels/channel-manager.server.ts'

type ChannelFailure = ChannelUnavailable | ChannelRateLimited | ChannelRefused

/** Whether the channel manager failed or refused a call; anything else is a bug. */
export const isChannelFailure = (error: unknown): error is ChannelFailure =>
  error instanceof ChannelUnavailable || error instanceof ChannelRateLimited || error instanceof ChannelRefused

export const isKeyRefused = (error: unknown) =>
  error instanceof ChannelRefused && (error.status === 401 || error.status === 403)

export const KEY_REFUSED = 'The channel manager refuses the key.'

/** A failure as a sentence for operators. */
export function failureWords(error: ChannelFailure): string {
  if (isKeyRefused(error)) return KEY_REFUSED
  if (error instanceof ChannelRefused) return `The channel manager refuses this: ${error.reasons.join('; ')}.`
  if (error instanceof ChannelRateLimited)
    return `The channel manager has too many calls. Try again in ${error.retryAfter} seconds.`
  return 'The channel manager can’t be reached, or didn’t answer in time.'
}
