import { TextField } from '#app/ui/form/field.tsx'
import type { SignInRefused } from './operators.ts'

/** The name and the password of an operator, and the code if one is needed. `prefix` tells them from the other fields of the form. */
export function SignInFields({ refused, prefix = '' }: { refused: SignInRefused | null; prefix?: string }) {
  return (
    <>
      <TextField
        label="Name"
        name={`${prefix}username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={200}
        defaultValue={refused?.values.username}
        error={refused?.fields.username}
      />
      <TextField
        label="Password"
        name={`${prefix}password`}
        type="password"
        autoComplete="current-password"
        required
        error={refused?.fields.password}
      />
      {refused?.needsCode && (
        <TextField
          label="Code of your app"
          hint="Six digits, or one of your recovery codes"
          name={`${prefix}code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          error={refused.fields.code}
        />
      )}
    </>
  )
}
