import { type ReactNode, useEffect, useState } from 'react'
import type { LightboxProps } from './lightbox.tsx'
import type { ImageSource } from './media.ts'

type Opening = Pick<LightboxProps, 'pictures' | 'index' | 'opener'>

const load = () => import('./lightbox.tsx')

/** `open` shows pictures large, beginning with the one at `index`; `lightbox` belongs anywhere on the page. */
export function useLightbox(): {
  open: (pictures: ImageSource[], index: number, opener: HTMLAnchorElement) => void
  lightbox: ReactNode
} {
  const [opened, setOpened] = useState<(Opening & Awaited<ReturnType<typeof load>>) | null>(null)

  // Its script is not needed to show the page, and is there before the first press.
  useEffect(() => {
    load().catch(() => {})
  }, [])

  async function open(pictures: ImageSource[], index: number, opener: HTMLAnchorElement) {
    const script = await load().catch(() => null)
    if (script) setOpened({ pictures, index, opener, ...script })
    else location.assign(opener.href)
  }

  if (!opened) return { open, lightbox: null }
  const { Lightbox, ...opening } = opened
  const onClose = () => {
    setOpened(null)
    opening.opener.focus({ preventScroll: true })
  }
  return { open, lightbox: <Lightbox {...opening} onClose={onClose} /> }
}
