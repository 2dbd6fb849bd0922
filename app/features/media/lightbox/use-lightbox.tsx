import { type ReactNode, useEffect, useState } from 'react'
import type { GroupedImage } from '../media.ts'
import type { LightboxProps } from './lightbox.tsx'

type Opening = Pick<LightboxProps, 'images' | 'index' | 'opener'>

const load = () => import('./lightbox.tsx')

/** `open` shows the images, beginning with the one at `index`. Render `lightbox` anywhere on the page. */
export function useLightbox(): {
  open: (images: GroupedImage[], index: number, opener: HTMLAnchorElement) => void
  lightbox: ReactNode
} {
  const [opened, setOpened] = useState<(Opening & Awaited<ReturnType<typeof load>>) | null>(null)

  // The page does not need this script to render, but it is loaded before the first click.
  useEffect(() => {
    load().catch(() => {})
  }, [])

  async function open(images: GroupedImage[], index: number, opener: HTMLAnchorElement) {
    const script = await load().catch(() => null)
    if (script) setOpened({ images, index, opener, ...script })
    else location.assign(opener.href)
  }

  // An entry of the history, so that Back closes the lightbox and not the page.
  const isOpen = opened !== null
  useEffect(() => {
    if (!isOpen) return
    const { history } = window
    const close = () => setOpened(null)
    history.pushState({ ...history.state, lightbox: true }, '')
    window.addEventListener('popstate', close)
    return () => {
      window.removeEventListener('popstate', close)
      if (history.state?.lightbox) history.back()
    }
  }, [isOpen])

  if (!opened) return { open, lightbox: null }
  const { Lightbox, ...opening } = opened
  const onClose = () => {
    setOpened(null)
    opening.opener.focus({ preventScroll: true })
  }
  return { open, lightbox: <Lightbox {...opening} onClose={onClose} /> }
}
