import type { FieldMetadata } from '@conform-to/react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** A stored image that a field can show. */
export type ImageChoice = { path: string; alt: string }

/** The result of an uploaded file. */
type Sent = { ok: true; path: string } | { ok: false; message: string }

type Choices = {
  images: readonly ImageChoice[]
  /** Stores a file; null where only stored images can be chosen. */
  send: ((file: File) => Promise<Sent>) | null
  /** The types of a file that can be sent. */
  accept: string
}

/** The images that the fields of a page choose among. */
export const ImageChoices = createContext<Choices>({ images: [], send: null, accept: '' })

type Props = {
  field: FieldMetadata<string | null | undefined>
  label: string
  hint?: string
  optional?: boolean | undefined
}

/** A stored image, or a file that is uploaded at once and stored with the form. */
export function RecordImage({ field, label, hint, optional }: Props) {
  const { name, initialValue = '', errors, errorId } = field
  const { images, send, accept } = useContext(ImageChoices)
  const [chosen, setChosen] = useState(initialValue ?? '')
  const [sent, setSent] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const fields = useRef<HTMLFieldSetElement>(null)
  const known = new Map(images.map((image) => [image.path, image.alt]))
  const stored = initialValue ? [initialValue] : []
  const paths = [...new Set([...sent, ...stored, ...known.keys()])]
  async function sendFile(file: File | undefined) {
    if (!file || !send) return
    setSending(true)
    const outcome = await send(file)
    setSending(false)
    setRefusal(outcome.ok ? null : outcome.message)
    if (!outcome.ok) return
    setSent((before) => [outcome.path, ...before])
    setChosen(outcome.path)
  }
  useEffect(() => {
    const form = isSending ? fields.current?.form : null
    const wait = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setRefusal('The image is still on its way. Please wait until you see it here.')
    }
    form?.addEventListener('submit', wait, true)
    return () => form?.removeEventListener('submit', wait, true)
  }, [isSending])
  const problem = refusal ?? errors?.[0]
  return (
    <fieldset ref={fields} className="record-image" aria-describedby={problem && errorId}>
      <legend>{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      <div className="record-image-choices">
        {optional && (
          <label>
            <input type="radio" name={name} value="" checked={chosen === ''} onChange={() => setChosen('')} />
            <span>None</span>
          </label>
        )}
        {paths.map((path) => (
          <label key={path}>
            <input type="radio" name={name} value={path} checked={chosen === path} onChange={() => setChosen(path)} />
            <img src={`${path}?w=320`} alt={known.get(path) || 'A new image'} loading="lazy" />
          </label>
        ))}
      </div>
      {send && (
        <label className="field needs-script">
          <span className="field-label">{isSending ? 'Sending...' : 'Or send a new one'}</span>
          <input
            type="file"
            accept={accept}
            className="field-control"
            onChange={({ target }) => sendFile(target.files?.[0])}
          />
        </label>
      )}
      {problem && (
        <p id={errorId} role={refusal ? 'alert' : undefined} className="field-error">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
