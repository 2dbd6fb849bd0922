import './lightbox.css'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { GroupedImage } from '../media.ts'
import { LightboxImage } from './lightbox-image.tsx'
import { indexAfterKey, wrapIndex } from './lightbox-navigation.ts'
import { useSwipe } from './use-swipe.ts'

export type LightboxProps = {
  images: GroupedImage[]
  /** The index of the first image. */
  index: number
  /** The element that opened the lightbox. From its image the large one grows, and shows its file until it has loaded. */
  opener: HTMLAnchorElement
  onClose: () => void
}

type Shown = { index: number; enter: 'first' | 'from-right' | 'from-left' }

/** Images at full size in a native modal. Buttons, arrow keys and swipes browse several images and wrap at both ends. */
export function Lightbox({ images, index: first, opener, onClose }: LightboxProps) {
  const [{ index, enter }, setShown] = useState<Shown>({ index: first, enter: 'first' })
  const dialog = useOpenedDialog(opener)
  const pressedOutside = useRef(false)
  const captionId = useId()
  const image = images[index]
  const many = images.length > 1

  const step = (step: -1 | 1) =>
    setShown((now) => ({
      index: wrapIndex(now.index, step, images.length),
      enter: step > 0 ? 'from-right' : 'from-left',
    }))
  const { dragged, zoomed, handlers } = useSwipe<HTMLElement>(step)
  if (!image) return null
  const close = () => dialog.current?.close()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Tab') return trapFocus(event)
    const next = indexAfterKey(event.key, index, images.length)
    if (!many || next === null) return
    event.preventDefault()
    setShown({ index: next, enter: event.key === 'ArrowLeft' ? 'from-left' : 'from-right' })
  }

  return (
    <dialog
      ref={dialog}
      className="lightbox on-night"
      data-swiped={(many && !zoomed) || undefined}
      aria-label={many ? 'Photos' : 'Photo'}
      aria-describedby={captionId}
      // The event comes late: the lightbox may be open again by then (StrictMode runs every effect twice).
      onClose={() => dialog.current?.open || onClose()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) close()
      }}
    >
      <LightboxButton position="close" label="Close" path="M4 4l12 12M16 4L4 16" onPress={close} />
      <div className="lightbox-stage" {...(many ? handlers : {})}>
        <LightboxImage
          key={index}
          ref={dragged}
          image={image}
          captionId={captionId}
          enter={enter}
          loaded={index === first ? opener.querySelector('img')?.currentSrc : undefined}
          neighbors={[1, -1].flatMap((step) => images[wrapIndex(index, step, images.length)] ?? [])}
        />
      </div>
      {many && <LightboxControls index={index} count={images.length} image={image} onStep={step} />}
    </dialog>
  )
}

/** Opens the dialog as a modal before the first paint; its image grows out of `opener`. */
function useOpenedDialog(opener: HTMLAnchorElement) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    const { clientWidth, style } = document.documentElement
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
    element.showModal()
    const large = element.querySelector('img')
    const small = opener.querySelector('img')
    if (large && small) growFrom(small, large)
    return () => element.close()
  }, [opener])
  return dialog
}

type ControlsProps = { index: number; count: number; image: GroupedImage; onStep: (step: -1 | 1) => void }

function LightboxControls({ index, count, image: { group, alt }, onStep }: ControlsProps) {
  return (
    <>
      <LightboxButton
        position="previous"
        label="Previous photo"
        path="M12.5 3.5L6 10l6.5 6.5"
        onPress={() => onStep(-1)}
      />
      <LightboxButton position="next" label="Next photo" path="M7.5 3.5L14 10l-6.5 6.5" onPress={() => onStep(1)} />
      <p className="lightbox-count" role="status">
        <span aria-hidden="true">
          {index + 1} / {count}
        </span>
        <span className="sr-only">
          Photo {index + 1} of {count}
          {group && `, ${group}`}: {alt}
        </span>
      </p>
    </>
  )
}

function LightboxButton(props: { position: string; label: string; path: string; onPress: () => void }) {
  return (
    <IconButton
      className={`lightbox-button lightbox-${props.position}`}
      label={props.label}
      path={props.path}
      size={20}
      onClick={props.onPress}
    />
  )
}

const isOutside = (event: MouseEvent) => !(event.target as Element).closest('button, img, figcaption > *')

/** A native modal lets focus move to the browser's toolbars; here it wraps around the buttons. */
function trapFocus(event: KeyboardEvent<Element>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  buttons[wrapIndex(at, event.shiftKey ? -1 : 1, buttons.length)]?.focus()
}

const GROW = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }

/** Animates `element` from the position of `origin`, unless reduced motion is requested. */
function growFrom(origin: Element, element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const [from, to] = [origin.getBoundingClientRect(), element.getBoundingClientRect()]
  if (from.width === 0 || to.width === 0) return
  const scale = Math.max(from.width / to.width, from.height / to.height)
  const x = from.left + from.width / 2 - (to.left + to.width / 2)
  const y = from.top + from.height / 2 - (to.top + to.height / 2)
  element.animate({ transform: [`translate(${x}px, ${y}px) scale(${scale})`, 'none'] }, GROW)
}
