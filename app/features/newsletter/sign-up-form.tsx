import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'

type Refused = { message: string; fields: Record<string, string>; values: Record<string, string> }

/** Asks for the newsletter at an address. */
export function SignUpForm({ refused }: { refused: Refused | null }) {
  const pending = useNavigation().state !== 'idle'
  return (
    <Form method="post" action="/newsletter" noValidate className="flex max-w-md flex-col gap-5" aria-busy={pending}>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={refused?.values.email}
        error={refused?.fields.email}
        hint="You get one mail with a button that confirms it, and no letter before you pressed that."
      />
      <TrapField />
      <div>
        <Button type="submit" pending={pending} pendingText="Signing up ...">
          Sign up
        </Button>
      </div>
    </Form>
  )
}
