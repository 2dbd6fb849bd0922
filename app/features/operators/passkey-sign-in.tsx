import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { signInWithDevice, useHasPasskeys } from './passkey-device.ts'

/** Signs in with a passkey, where the browser knows them. */
export default function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const hasPasskeys = useHasPasskeys()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function press() {
    setPending(true)
    setProblem(null)
    const wrong = await signInWithDevice()
    setPending(false)
    setProblem(wrong)
    if (wrong === null) onSignedIn()
  }
  if (!hasPasskeys) return null
  return (
    <div className="grid gap-4">
      <FormError problem={problem === null ? null : { message: problem, names: [] }} labels={{}} />
      <div>
        <Button variant="outline" onClick={press} pending={pending} pendingText="Waiting for your device...">
          Use a passkey
        </Button>
      </div>
    </div>
  )
}
