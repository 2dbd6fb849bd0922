import { type ComponentProps, type ReactNode, useId } from 'react'

type Frame = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** The id of an error elsewhere, such as below two fields. */
  errorId?: string | undefined
  className?: string
}

function useFrame({ label, hint, error, errorId, className = '' }: Frame, givenId: string | undefined) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ')
  const control = {
    id,
    className: 'field-control',
    'aria-invalid': error || errorId ? true : undefined,
    'aria-describedby': described || undefined,
  }
  const frame = (field: ReactNode) => (
    <div className={`field ${className}`.trim()}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {field}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
  return { control, frame }
}

/** A single-line input; `type` selects text, date, number and so on. */
export function TextField({ label, hint, error, errorId, className, ...rest }: Frame & ComponentProps<'input'>) {
  const { control, frame } = useFrame({ label, hint, error, errorId, className }, rest.id)
  return frame(<input {...rest} {...control} />)
}

/** An email address: the keyboard with @, and no autocorrection. */
export function EmailField(props: Frame & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  )
}

export function AreaField({ label, hint, error, className, ...rest }: Frame & ComponentProps<'textarea'>) {
  const { control, frame } = useFrame({ label, hint, error, className }, rest.id)
  return frame(<textarea {...rest} {...control} />)
}

/** The options are its children. */
export function SelectField({ label, hint, error, errorId, className, ...rest }: Frame & ComponentProps<'select'>) {
  const { control, frame } = useFrame({ label, hint, error, errorId, className }, rest.id)
  return frame(<select {...rest} {...control} />)
}
