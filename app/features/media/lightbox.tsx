import './lightbox.css'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { LightboxImage } from './lightbox-image.tsx'
import { indexAfterKey, wrapIndex } from './lightbox-navigation.ts'
import type { ImageSource } from './media.ts'
import { useSwipe } from './use-swipe.ts'
import { growFrom } from './zoom-animation.ts'

export type LightboxProps = {
  pictures: ImageSource[]
  /** The picture that is shown first. */
  index: number
  /** What was pressed: the picture grows from it, and shows its file until the large one has come. */
  opener: HTMLAnchorElement
  onClose: () => void
}

type Shown = { index: number; came: 'first' | 'from-right' | 'from-left' }

/** Pictures large, on the native modal. Several are turned by buttons, arrows and swipes, round at both ends. */
export function Lightbox({ pictures, index: first, opener, onClose }: LightboxProps) {
  const [shown, setShown] = useState<Shown>({ index: first, came: 'first' })
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const captionId = useId()
  const { index } = shown
  const picture = pictures[index]
  const many = pictures.length > 1

  const turn = (step: -1 | 1) =>
    setShown((now) => ({
      index: wrapIndex(now.index, step, pictures.length),
      came: step > 0 ? 'from-right' : 'from-left',
    }))
  const { held, zoomed, fingers } = useSwipe<HTMLElement>(turn)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    const { clientWidth, style } = document.documentElement
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
    element.showModal()
    const large = element.querySelector('img')
    if (large) growFrom(opener, large)
    return () => element.close()
  }, [opener])

  if (!picture) return null
  const close = () => dialog.current?.close()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Tab') return keepFocus(event)
    const next = indexAfterKey(event.key, index, pictures.length)
    if (!many || next === null) return
    event.preventDefault()
    setShown({ index: next, came: event.key === 'ArrowLeft' ? 'from-left' : 'from-right' })
  }
  const isOutside = (event: MouseEvent) => !(event.target as Element).closest('button, img, figcaption')

  return (
    <dialog
      ref={dialog}
      className="lightbox on-night"
      data-swiped={(many && !zoomed) || undefined}
      aria-label={many ? 'Pictures' : 'Picture'}
      aria-describedby={captionId}
      // The event comes late: by then the lightbox may be open again (StrictMode runs every effect twice).
      onClose={() => dialog.current?.open || onClose()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) close()
      }}
    >
      <button type="button" className="lightbox-button lightbox-close" aria-label="Close" onClick={close}>
        <Mark path="M4 4l12 12M16 4L4 16" />
      </button>
      <div className="lightbox-stage" {...(many ? fingers : {})}>
        <LightboxImage
          key={index}
          ref={held}
          picture={picture}
          captionId={captionId}
          came={shown.came}
          known={index === first ? opener.querySelector('img')?.currentSrc : undefined}
          neighbours={[1, -1].flatMap((step) => pictures[wrapIndex(index, step, pictures.length)] ?? [])}
        />
      </div>
      {many && (
        <>
          <button
            type="button"
            className="lightbox-button lightbox-previous"
            aria-label="Previous picture"
            onClick={() => turn(-1)}
          >
            <Mark path="M12.5 3.5L6 10l6.5 6.5" />
          </button>
          <button
            type="button"
            className="lightbox-button lightbox-next"
            aria-label="Next picture"
            onClick={() => turn(1)}
          >
            <Mark path="M7.5 3.5L14 10l-6.5 6.5" />
          </button>
          <p className="lightbox-count" role="status">
            <span aria-hidden="true">
              {index + 1} / {pictures.length}
            </span>
            <span className="sr-only">
              Picture {index + 1} of {pictures.length}: {picture.alt}
            </span>
          </p>
        </>
      )}
    </dialog>
  )
}

/** The native modal lets the focus out to the browser's own bars; here it goes round. */
function keepFocus(event: KeyboardEvent<Element>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  buttons[wrapIndex(at, event.shiftKey ? -1 : 1, buttons.length)]?.focus()
}

function Mark({ path }: { path: string }) {
  return (
    <svg width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
