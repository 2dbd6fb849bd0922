import { type ReactNode, useContext } from 'react'
import { Button } from '../button.tsx'
import { FormFrameContext } from './form-frame.ts'
import { PreviewButton } from './preview-button.tsx'
import './form-end.css'

export type FormEndOptions = {
  /** The text of its button, and its text while sending. */
  save?: string
  saving?: string
  /** The text of the button once a question was shown. */
  anyway?: string
  variant?: 'outline' | 'dark'
  /** The chosen values cannot be saved: the button says so and does nothing. */
  isOff?: boolean
  /** A second button. */
  beside?: ReactNode
  /** The anchor of the guests’ page that the preview shows; empty for its top. Null: no preview. */
  previewAt?: string | null
}

type FootProps = {
  /** The fields with input that is not saved; null before the form knows. */
  changes: { count: number; ofSecrets: boolean } | null
  /** Drafts of it are stored on this device. */
  isOnDevice: boolean
  onDiscard: () => void
  /** Its buttons, the one that saves last. */
  children: ReactNode
}

/** The foot of a form that fills a card: what is not saved, and the buttons. It stays in view. */
export function FormFoot({ changes, isOnDevice, onDiscard, children }: FootProps) {
  const { count = 0, ofSecrets = false } = changes ?? {}
  const isOne = count === 1
  return (
    <div className="form-foot" data-unsaved={count > 0 || undefined}>
      <p role="status">
        {count > 0 && (isOne ? 'One change is not saved.' : `${count} changes are not saved.`)}
        {count > 0 && isOnDevice && !ofSecrets && (isOne ? ' It stays on this device.' : ' They stay on this device.')}
      </p>
      <p className="form-buttons">
        {count > 0 && (
          <Button variant="outline" onClick={onDiscard}>
            Discard
          </Button>
        )}
        {children}
      </p>
    </div>
  )
}

type EndProps = FormEndOptions & {
  /** The text that opens the form, if it is folded. */
  summary?: ReactNode
  storesDraft?: boolean | undefined
  /** It is saved only after a question was confirmed. */
  asks: boolean
  pending: boolean
} & Pick<FootProps, 'changes' | 'onDiscard'>

/** Its buttons. Open in a card, it ends with a bar that says what is not saved. */
export function FormEnd({ changes, onDiscard, ...props }: EndProps) {
  const { save = 'Save', saving = 'Saving...', anyway = 'Save anyway', asks, pending, ...rest } = props
  const { variant, isOff, beside, previewAt, summary, storesDraft } = rest
  const frame = useContext(FormFrameContext)
  const saves = asks ? (
    <Button type="submit" name="confirmed" value="yes" pending={pending} pendingText={saving}>
      {anyway}
    </Button>
  ) : (
    <Button type="submit" variant={variant} pending={pending || isOff} pendingText={isOff ? save : saving}>
      {save}
    </Button>
  )
  const isFoot = frame !== null && !summary
  const preview = typeof previewAt === 'string' && <PreviewButton at={previewAt} isInFoot={isFoot} />
  if (isFoot) {
    return (
      <FormFoot {...{ changes, onDiscard }} isOnDevice={storesDraft === true}>
        {preview}
        {beside}
        {saves}
      </FormFoot>
    )
  }
  return (
    <div className="form-buttons">
      {saves}
      {beside}
      {preview}
    </div>
  )
}
