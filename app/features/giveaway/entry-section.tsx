import { type RefObject, useEffect, useRef, useState } from 'react'
import { useToast } from '#app/ui/toast.tsx'
import type { Channel } from './channels.ts'
import { EntriesClosed } from './entries-closed.tsx'
import { EntryConfirmed } from './entry-confirmed.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryLights, noneLitText } from './entry-lights.tsx'
import { type EntryAnswer, entriesInWords, type Phase, type Standing } from './giveaway.ts'
import { fetchStanding } from './giveaway-calls.ts'
import { moreInWords } from './share-bonus.ts'
import type { Shareable } from './share-buttons.tsx'

type Props = {
  giveaway: {
    phase: Phase
    opens: string
    closes: string
    eligibility: string
    excludedStates: string[]
    channels: Channel[]
    bonusPerChannel: number
    maximumBonus: number
    drawId: string | null
  }
  answer: EntryAnswer | null
  shareable: Shareable
}
type Entered = { email: string } & Standing

/** The form, or its result. A visitor who entered from this browser before sees the result. */
export function EntrySection({ giveaway, answer, shareable }: Props) {
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useEntered(answer, area)
  const [moved, setMoved] = useState(0)
  /** The loader data is about the first person only. */
  const first = moved === 0 ? answer : null

  useEffect(() => {
    if (moved > 0) heading.current?.focus()
  }, [moved])

  const confirm = (next: Entered) => {
    saveEmail(next.email)
    setEntered(next)
    setMoved((times) => times + 1)
    toast.show({ title: 'Entry Submitted!', description: `You now have ${entriesInWords(next.totalEntries)}!` })
  }
  const markShared = (channel: Channel, totalEntries: number) =>
    setEntered((now) => now && { ...now, totalEntries, usedChannels: [...now.usedChannels, channel] })

  if (entered) {
    return (
      <EntryConfirmed
        entered={entered}
        giveaway={giveaway}
        shareable={shareable}
        shared={first?.ok ? first.shared : undefined}
        refusal={first?.ok === false ? first.message : undefined}
        heading={heading}
        onShared={markShared}
        onAnother={() => {
          setEntered(null)
          setMoved((times) => times + 1)
        }}
      />
    )
  }
  if (giveaway.phase !== 'open') return <EntriesClosed giveaway={giveaway} />
  const all = 1 + giveaway.maximumBonus
  return (
    <div ref={area} className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.35fr]">
      <div className="flex flex-col gap-6">
        <h2 ref={heading} tabIndex={-1} id="enter-heading" className="heading-section">
          Enter, and a light goes on
        </h2>
        <p className="measure text-muted">
          Every entry is a light, and entering turns one on.{' '}
          {giveaway.maximumBonus > 0 && `Share it to light ${moreInWords(giveaway.maximumBonus)}, also free.`}
        </p>
        <EntryLights lit={0} all={all} label={noneLitText(all)} />
      </div>
      <EntryForm
        refused={first && !first.ok ? first : null}
        eligibility={giveaway.eligibility}
        excludedStates={giveaway.excludedStates}
        onEntered={confirm}
      />
    </div>
  )
}

/** The entrant: of this page, or of this browser before, unless somebody has begun another entry. */
function useEntered(answer: EntryAnswer | null, area: RefObject<HTMLElement | null>) {
  const [entered, setEntered] = useState<Entered | null>((answer?.ok ? answer : answer?.entered) ?? null)
  useEffect(() => {
    if (answer?.ok) saveEmail(answer.email)
    const email = answer ? null : savedEmail()
    if (!email) return
    let left = false
    const restore = async () => {
      const standing = await fetchStanding(email).catch(() => null)
      if (standing && !left && !isBegun(area.current)) setEntered((now) => now ?? { email, ...standing })
    }
    void restore()
    return () => {
      left = true
    }
  }, [answer, area])
  return [entered, setEntered] as const
}

/** Whether someone has begun to fill in the form, which a late response would replace. */
function isBegun(area: HTMLElement | null): boolean {
  const fields = area?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), select') ?? []
  return [...fields].some(({ value }) => value !== '')
}

const EMAIL_KEY = 'staycation-email'

/** The address of the last entry from this browser; null without one or without storage. */
function savedEmail(): string | null {
  try {
    return window.localStorage.getItem(EMAIL_KEY)
  } catch {
    return null
  }
}

function saveEmail(email: string): void {
  try {
    window.localStorage.setItem(EMAIL_KEY, email)
  } catch {
    // Private windows may block storage.
  }
}
