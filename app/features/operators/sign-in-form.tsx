import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { useFocusFirstInvalid } from '#app/ui/use-focus-first-invalid.ts'

/** The error of a refused sign-in, with the typed name. */
export type SignInRefused = {
  message: string
  fields: { username?: string; password?: string }
  username: string
}

/** The sign-in form. It posts to its own URL, which holds the path to return to. */
export function SignInForm({ refused }: { refused: SignInRefused | null }) {
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
      <TextField
        label="Name"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={200}
        defaultValue={refused?.username}
        error={refused?.fields.username}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={refused?.fields.password}
      />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing in...">
          Sign in
        </Button>
      </div>
    </Form>
  )
}
