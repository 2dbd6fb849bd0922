import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, messageFor } from '#app/shared/browser/api-client.ts'
import { copyText } from '#app/shared/browser/copy-text.ts'
import { openShareSheet } from '#app/shared/browser/share-sheet.ts'
import { Button } from '#app/ui/button.tsx'
import type { OpenQuote } from './session-storage.ts'

type Props = {
  /** The shared text, one line. */
  title: string
  /** The quote of this stay and code; created if there is none yet. */
  findQuote: () => Promise<OpenQuote>
}

type Step = 'closed' | 'asking' | 'open' | 'copied'

const FAILED = 'We couldn’t create the link. Please try again.'

/** Shares the page of this price with fellow travelers: creates it on demand, then sends or copies the link. */
export function SharePrice({ title, findQuote }: Props) {
  const [step, setStep] = useState<Step>('closed')
  const [url, setUrl] = useState('')
  const [hasSheet, setSheet] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function open() {
    setStep('asking')
    try {
      const page = new URL((await findQuote()).path, window.location.href).href
      // Other nights were chosen meanwhile, with another price.
      if (isGone.current) return
      setUrl(page)
      setStep('open')
      setSheet(await openShareSheet({ url: page, title }))
    } catch (thrown) {
      setStep('closed')
      setError(messageFor(thrown, FAILED))
      if (thrown instanceof ApiError && thrown.status === 409) void revalidate()
    }
  }

  async function send() {
    if (hasSheet && (await openShareSheet({ url, title }))) return
    setSheet(false)
    if (await copyText(url)) return setStep('copied')
    setError(`Your browser didn’t let us copy the link. Here it is: ${url}`)
  }

  const isOpen = step === 'open' || step === 'copied'
  const sending = hasSheet ? 'Send link' : 'Copy link'
  return (
    <div className="booking-share">
      <Button
        variant="link"
        pending={step === 'asking'}
        pendingText="Creating link..."
        onClick={() => {
          setError(null)
          void (isOpen ? send() : open())
        }}
      >
        {step === 'copied' && 'Link copied'}
        {step === 'open' && sending}
        {!isOpen && 'Share this quote with your group'}
      </Button>
      {isOpen && (
        <a className="button button-link" href={url} target="_blank" rel="noopener">
          View quote<span className="sr-only"> (in a new tab)</span>
        </a>
      )}
      <p role="status" className={error ? 'booking-share-error' : 'sr-only'}>
        {error}
        {!error && step === 'open' && 'Your quote is ready to share.'}
        {!error && step === 'copied' && 'Link copied.'}
      </p>
    </div>
  )
}
