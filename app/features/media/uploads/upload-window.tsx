import './upload-window.css'
import './upload-panels.css'
import DashboardModal from '@uppy/react/dashboard-modal'
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { IMAGE_NAMES } from './accepted-images.ts'
import type { UploadField } from './upload-fields.ts'
import { createUploader, type Uploaded, type Uploader } from './uploader.ts'

export type UploadWindowProps = {
  open: boolean
  onClose: () => void
  title: string
  maxFiles?: number
  types?: string[]
  /**
   * The choices for each image of a gallery, in the details panel. It then opens automatically, and asks for a caption,
   * too.
   */
  questions?: UploadField[]
  onUploaded: (uploaded: Uploaded) => Promise<void>
  onSignedOut: () => void
}

type Fields = NonNullable<ComponentProps<typeof DashboardModal>['metaFields']>
type Field = Exclude<Fields, (...file: never[]) => unknown>[number]

const NAME = { id: 'name', name: 'Name', placeholder: 'File name' }
const WORDS = { id: 'altText', name: 'Alt text', placeholder: 'What the image shows, for people who can’t see it' }
const CAPTION = { id: 'caption', name: 'Caption (optional)', placeholder: 'What guests read under the photo' }
const NONE: UploadField[] = []

/** Renders a question as a field of Uppy's panel; `h` comes from the Preact instance that renders the panel. */
function fieldOf({ id, name, choices }: UploadField): Field {
  return {
    id,
    name,
    render: ({ value, onChange, fieldCSSClasses, required, form }, h) =>
      h(
        'select',
        {
          id: `uppy-Dashboard-FileCard-input-${id}`,
          class: fieldCSSClasses.text,
          form,
          required,
          value,
          onChange: (event: Event) => onChange((event.target as HTMLSelectElement).value),
        },
        [{ value: '', label: 'Please choose' }, ...choices].map((choice) =>
          h('option', { key: choice.value, value: choice.value, selected: choice.value === value }, choice.label),
        ),
      ),
  }
}

/**
 * Uppy's dialog for choosing, taking, describing, editing and uploading images. It keeps the chosen files while it is
 * closed.
 */
export default function UploadWindow({
  open,
  onClose,
  title,
  maxFiles,
  types,
  questions = NONE,
  ...callbacks
}: UploadWindowProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [uploader, setUploader] = useState<Uploader | null>(null)
  const fields = useMemo(
    () => [NAME, ...questions.map(fieldOf), WORDS, ...(questions.length > 0 ? [CAPTION] : [])],
    [questions],
  )
  const close = useEffectEvent(onClose)
  const onUploaded = useEffectEvent(callbacks.onUploaded)
  const onSignedOut = useEffectEvent(callbacks.onSignedOut)

  useEffect(() => {
    const created = createUploader({
      maxFiles,
      types,
      questions,
      onUploaded: (uploaded) => onUploaded(uploaded),
      onSignedOut: () => onSignedOut(),
      onComplete: () => close(),
    })
    setUploader(created)
    return () => {
      setUploader(null)
      created.destroy()
    }
  }, [maxFiles, types, questions])

  useMendedFrame(frame, uploader, title)

  return (
    <div ref={frame} className="upload-window">
      {uploader && (
        <DashboardModal
          uppy={uploader}
          open={open}
          onRequestClose={onClose}
          closeModalOnClickOutside
          // Uppy waits for the end of an animation that does not run with reduced motion.
          animateOpenClose={false}
          proudlyDisplayPoweredByUppy={false}
          showRemoveButtonAfterComplete
          note={`${types ? 'Files' : IMAGE_NAMES}, up to 10 MB each, up to ${maxFiles ?? 1} at a time.`}
          metaFields={fields}
          autoOpen={questions.length > 0 ? 'metaEditor' : null}
        />
      )}
    </div>
  )
}

function useMendedFrame(frame: RefObject<HTMLElement | null>, uploader: Uploader | null, title: string) {
  useEffect(() => {
    const drawn = frame.current
    if (!uploader || !drawn) return
    mendNames(drawn, title)
    const changes = new MutationObserver(() => mendNames(drawn, title))
    changes.observe(drawn, { subtree: true, childList: true })
    // Uppy handles a paste here and again on the document, and would report the second as a duplicate.
    const heard = (event: Event) => event.stopPropagation()
    drawn.addEventListener('paste', heard)
    return () => {
      changes.disconnect()
      drawn.removeEventListener('paste', heard)
    }
  }, [frame, uploader, title])
}

/**
 * Uppy labels an element that is not the dialog and leaves the dialog unlabeled. In the editor it renders a label as a
 * tooltip.
 */
function mendNames(frame: HTMLElement, title: string) {
  frame.querySelector('.uppy-Dashboard')?.removeAttribute('aria-label')
  const dialog = frame.querySelector('.uppy-Dashboard-inner')
  dialog?.setAttribute('aria-label', title)
  dialog?.setAttribute('aria-modal', 'true')
  for (const label of frame.querySelectorAll('label[role=tooltip]')) {
    label.removeAttribute('role')
    label.removeAttribute('aria-label')
  }
}
