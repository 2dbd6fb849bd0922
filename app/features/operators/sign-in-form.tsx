import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

/** What the server said to an attempt that it refused, with the name that was typed. */
export type SignInRefused = {
  message: string
  fields: { username?: string; password?: string }
  username: string
}

/** Name and password of the operator. It posts to the address it stands at, which says where to go afterwards. */
export function SignInForm({ refused }: { refused: SignInRefused | null }) {
  const pending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!refused) return
    const password = form.current?.elements.namedItem('password')
    if (password instanceof HTMLInputElement) password.value = ''
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [refused])
  return (
    <Form ref={form} method="post" noValidate className="flex max-w-md flex-col gap-5" aria-busy={pending}>
      {refused && (
        <p role="alert" className="border-l-2 border-error pl-4 font-medium text-error">
          {refused.message}
        </p>
      )}
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
        <Button type="submit" pending={pending} pendingText="Signing in ...">
          Sign in
        </Button>
      </div>
    </Form>
  )
}
