import { type ComponentProps, lazy, Suspense } from 'react'
import type PasskeySignIn from './passkey-sign-in.tsx'

/** Without it one signs in with the password: an open page must not break for that. */
const WithDevice = lazy(() => import('./passkey-sign-in.tsx').catch(() => ({ default: () => null })))

/**
 * The button that signs in with a passkey. It is loaded separately, so that no page of the back office loads it before.
 */
export function PasskeyButton(props: ComponentProps<typeof PasskeySignIn>) {
  return (
    <Suspense>
      <WithDevice {...props} />
    </Suspense>
  )
}
