import { useState } from 'react'
import { ApiError } from '#app/shared/browser/api-client.ts'
import { copyText } from '#app/shared/browser/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { useSingleRun } from '#app/ui/form/use-single-run.ts'
import { useToast } from '#app/ui/toast.tsx'
import { CHANNEL_NAMES, type Channel } from './channels.ts'
import { NO_ENTRY } from './giveaway.ts'
import { sendShare } from './giveaway-calls.ts'

type Props = {
  email: string
  channels: Channel[]
  used: Channel[]
  shareable: Shareable
  onShared: (channel: Channel, totalEntries: number) => void
}

/** One button per channel. A used button shows a check and is disabled. Without JavaScript each posts to the page. */
export function ShareButtons({ email, channels, used, shareable, onShared }: Props) {
  const toast = useToast()
  const [pending, setPending] = useState<Channel | null>(null)
  const { run } = useSingleRun()
  const refuse = (description: string) => void toast.show({ title: 'Error', description, tone: 'error' })

  async function share(channel: Channel) {
    if (!email) return refuse(NO_ENTRY)
    const here = { ...shareable, url: window.location.origin + window.location.pathname }
    try {
      if (!(await openShareTarget(channel, here))) {
        return refuse(`Your browser didn’t let us copy the link. Here it is: ${here.url}`)
      }
      setPending(channel)
      const answer = await sendShare({ email, channel })
      if (answer.totalEntries === 0) return refuse(answer.message)
      onShared(channel, answer.totalEntries)
      toast.show({ title: titleOf(answer), description: answer.message })
    } catch (error) {
      if (error instanceof ApiError && error.body) refuse(error.body.message)
      // biome-ignore lint/suspicious/noConsole: a share lost to a network error is only logged
      else console.error('Failed to record the share', error)
    } finally {
      setPending(null)
    }
  }

  return (
    <form method="post" action="/staycation#enter" className="share-buttons">
      <input type="hidden" name="email" value={email} readOnly />
      {channels.map((channel) => {
        const { label } = CHANNEL_NAMES[channel]
        const isUsed = used.includes(channel)
        return (
          <Button
            key={channel}
            type="submit"
            name="channel"
            value={channel}
            variant={isUsed ? 'outline' : 'ember'}
            disabled={isUsed}
            data-done={isUsed || undefined}
            pending={pending === channel}
            onClick={(event) => {
              event.preventDefault()
              void run(() => share(channel))
            }}
          >
            {isUsed && (
              <>
                <svg width="0.875rem" height="0.75rem" viewBox="0 0 14 12" fill="none" aria-hidden="true">
                  <path d="M1 6.5 5 10.5 13 1.5" stroke="currentColor" strokeWidth="2" />
                </svg>
                <span className="sr-only">Shared: </span>
              </>
            )}
            {label}
          </Button>
        )
      })}
    </form>
  )
}

function titleOf({ alreadyShared, maxBonusReached }: { alreadyShared: boolean; maxBonusReached: boolean }): string {
  if (alreadyShared) return 'Already Shared'
  return maxBonusReached ? 'Maximum Bonus Reached' : 'Bonus Entries Earned!'
}

/** The shared content: the page URL, and a line of text about it. */
export type Shareable = { url: string; title: string }

/** The target URL of each channel; copying has none. */
export function shareTarget(channel: Channel, { url, title }: Shareable): string {
  const line = `${title}: ${url}`
  const targets: Record<Channel, string> = {
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
    x: `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`,
    // A mailto URL needs %20 for a space; a plus would stay a plus.
    email: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(line)}`,
    copy_link: url,
  }
  return targets[channel]
}

/** Opens the target of a channel; call it synchronously from the click. False when the link could not be copied. */
async function openShareTarget(channel: Channel, shareable: Shareable): Promise<boolean> {
  const target = shareTarget(channel, shareable)
  if (channel === 'copy_link') return copyText(target)
  if (channel === 'email') window.location.href = target
  else window.open(target, '_blank', 'noopener,noreferrer,width=640,height=560')
  return true
}
