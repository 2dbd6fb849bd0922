import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { useFocusFirstInvalid } from '#app/ui/form/use-focus-first-invalid.ts'

type AccountRefused = {
  message: string
  fields: Record<string, string>
  values: Record<string, string>
}

const LABELS = { username: 'Name', password: 'Password', again: 'Password again' }

type Props = {
  refused: AccountRefused | null
  /** It creates an account; without, it sets the password of one. */
  withName?: boolean
  button: [label: string, pending: string]
}

/** The form of a link that makes an account or sets its password. It posts to its own URL, which has the secret. */
export function AccountForm({ refused, withName = true, button: [label, pendingText] }: Props) {
  const pending = useNavigation().formMethod !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refused)
  const fields = refused?.fields ?? {}
  return (
    <Form ref={form} method="post" noValidate className="form-narrow" aria-busy={pending}>
      <FormError problem={refused && { message: refused.message, names: Object.keys(fields) }} labels={LABELS} />
      {withName && (
        <TextField
          id="username"
          label={LABELS.username}
          hint="You sign in with it, such as mia or mia.lake"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={200}
          defaultValue={refused?.values.username}
          error={fields.username}
        />
      )}
      <TextField
        id="password"
        label={LABELS.password}
        hint="At least 10 characters"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={fields.password}
      />
      <TextField
        id="again"
        label={LABELS.again}
        name="again"
        type="password"
        autoComplete="new-password"
        required
        error={fields.again}
      />
      <div>
        <Button type="submit" pending={pending} pendingText={pendingText}>
          {label}
        </Button>
      </div>
    </Form>
  )
}
