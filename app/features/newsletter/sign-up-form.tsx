import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { useFocusFirstInvalid } from '#app/ui/form/use-focus-first-invalid.ts'

type Refused = { message: string; fields: Record<string, string>; values: Record<string, string> }

export function SignUpForm({ refused }: { refused: Refused | null }) {
  const pending = useNavigation().formMethod !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refused)
  const error = refused?.fields.email
  return (
    <Form ref={form} method="post" action="/newsletter" noValidate className="form-narrow" aria-busy={pending}>
      <FormError problem={refused && !error ? { message: refused.message, names: [] } : null} labels={{}} />
      <EmailField
        label="Email address"
        name="email"
        required
        defaultValue={refused?.values.email}
        error={error}
        hint="We’ll send one email to confirm, and nothing else until you do."
      />
      <HoneypotField />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing up...">
          Sign up
        </Button>
      </div>
    </Form>
  )
}
