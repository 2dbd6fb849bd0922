import { useEffect, useEffectEvent } from 'react'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { RESEND } from './frame-messages.ts'

const contentOf = () => document.querySelector('main') ?? document.body

/** The parts that the page's bar need not repeat: the total with its button, an opened part, or a booking. */
const ACTION = '.booking-act, .booking-panel, .booking-received'

/** Calls back when all of the action, or any part of an open panel, enters or leaves the browser's window. */
function observeAction(onChange: (isInView: boolean) => void): () => void {
  const inView = new Map<Element, boolean>()
  const report = () => onChange([...inView.values()].some(Boolean))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        const enough = target.matches('.booking-act') ? 0.98 : 0
        inView.set(target, isIntersecting && intersectionRatio >= enough)
      }
      report()
    },
    { threshold: [0, 0.98] },
  )
  const observe = () => {
    const now = new Set(document.querySelectorAll(ACTION))
    for (const gone of inView.keys()) {
      if (now.has(gone)) continue
      observer.unobserve(gone)
      inView.delete(gone)
    }
    for (const element of now) observer.observe(element)
    // The observer does not report removed elements, such as a closed panel.
    report()
  }
  observe()
  const mutations = new MutationObserver(observe)
  mutations.observe(contentOf(), { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    mutations.disconnect()
  }
}

/**
 * Sends the embedding page the frame's height, the chosen stay with its total, and whether the guest sees its button.
 * Resends all on request. Without an origin, or outside a frame, nothing is sent. No stay is sent while it is null: the
 * page knows it from its address.
 */
export function useParentMessages(origin: string | null, chosen: { total: string | null; stay: Stay | null } | null) {
  const stay = chosen?.stay && stayToQuery(chosen.stay)
  const total = chosen?.total
  const send = (message: object) => {
    if (origin && window.parent !== window) window.parent.postMessage(message, origin)
  }
  const sendChoice = useEffectEvent(() => chosen && send({ total, stay }))
  const sendHeight = useEffectEvent(() => send({ iframeHeight: Math.ceil(contentOf().scrollHeight) }))

  const sendAction = useEffectEvent((actionInView: boolean) => send({ actionInView }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice triggers the message
  useEffect(() => void sendChoice(), [total, stay])

  useEffect(() => {
    const observer = new ResizeObserver(() => sendHeight())
    observer.observe(contentOf())
    let actionInView = false
    const stopObserving = observeAction((isInView) => {
      if (isInView !== actionInView) sendAction(isInView)
      actionInView = isInView
    })
    const resend = (event: MessageEvent) => {
      if (event.source !== window.parent || event.data !== RESEND) return
      sendHeight()
      sendChoice()
      sendAction(actionInView)
    }
    window.addEventListener('message', resend)
    return () => {
      observer.disconnect()
      stopObserving()
      window.removeEventListener('message', resend)
    }
  }, [])
}
