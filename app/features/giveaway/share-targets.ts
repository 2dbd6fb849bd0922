import { copyText } from '#app/shared/copy-text.ts'
import type { Channel } from './giveaway.ts'

/** What is shared: the page, and a line that says what it is. */
export type Shareable = { url: string; title: string }

/** Where each channel's button leads; copying leads nowhere. */
export function shareTarget(channel: Channel, { url, title }: Shareable): string {
  const line = `${title}: ${url}`
  const targets: Record<Channel, string> = {
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
    x: `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`,
    // A mailto takes %20 for a space; a plus would stay a plus.
    email: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(line)}`,
    copy_link: url,
  }
  return targets[channel]
}

/** Opens the target of a channel, as it has to be while the press of the button still counts. False when it could not be copied. */
export async function openShareTarget(channel: Channel, shareable: Shareable): Promise<boolean> {
  const target = shareTarget(channel, shareable)
  if (channel === 'copy_link') return copyText(target)
  if (channel === 'email') window.location.href = target
  else window.open(target, '_blank', 'noopener,noreferrer,width=640,height=560')
  return true
}
