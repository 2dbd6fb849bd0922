import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { useFocusFirstInvalid } from '#app/ui/form/use-focus-first-invalid.ts'
import type { SignInRefused } from './operators.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInFields } from './sign-in-fields.tsx'

/** The sign-in form. It posts to its own URL, which holds the path to return to: `to`. */
export function SignInForm({ refused, to }: { refused: SignInRefused | null; to: string }) {
  const pending = useNavigation().formMethod !== undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const password = refused?.fields.password && form.current?.elements.namedItem('password')
    if (password instanceof HTMLInputElement) password.value = ''
  }, [refused])
  useFocusFirstInvalid(form, refused)
  return (
    <Form ref={form} method="post" noValidate className="form-narrow" aria-busy={pending}>
      <FormError problem={refused && { message: refused.message, names: [] }} labels={{}} />
      <SignInFields refused={refused} />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing in...">
          Sign in
        </Button>
      </div>
      <PasskeyButton onSignedIn={() => location.assign(to)} />
    </Form>
  )
}
