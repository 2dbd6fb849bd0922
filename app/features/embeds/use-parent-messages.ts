import { useEffect, useEffectEvent } from 'react'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { RESEND } from './frame-messages.ts'

const contentOf = () => document.querySelector('main') ?? document.body

/**
 * Sends the embedding page the frame's height, and the chosen stay with its total. Resends all on request. Without an
 * origin, or outside a frame, nothing is sent.
 */
export function useParentMessages(origin: string | null, chosen: { total: string | null; stay: Stay | null }) {
  const stay = chosen.stay && stayToQuery(chosen.stay)
  const { total } = chosen
  const send = (message: object) => {
    if (origin && window.parent !== window) window.parent.postMessage(message, origin)
  }
  const sendChoice = useEffectEvent(() => send({ total, stay }))
  const sendHeight = useEffectEvent(() => send({ iframeHeight: Math.ceil(contentOf().scrollHeight) }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice triggers the message
  useEffect(() => sendChoice(), [total, stay])

  useEffect(() => {
    const observer = new ResizeObserver(() => sendHeight())
    observer.observe(contentOf())
    const resend = (event: MessageEvent) => {
      if (event.source !== window.parent || event.data !== RESEND) return
      sendHeight()
      sendChoice()
    }
    window.addEventListener('message', resend)
    return () => {
      observer.disconnect()
      window.removeEventListener('message', resend)
    }
  }, [])
}
