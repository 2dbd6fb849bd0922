import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'
import { UNREACHABLE } from '#app/shared/problem.ts'

const CANCELED = 'Your device didn’t answer: it was canceled, or took too long. Please try again.'
const HAS_ONE = 'This device has a passkey for your account already.'
const NOT_HERE = 'This browser can’t use passkeys at this address.'

const noChanges = () => () => {}

/** Whether this browser knows passkeys; false on the server. */
export const useHasPasskeys = () =>
  useSyncExternalStore(
    noChanges,
    () => 'PublicKeyCredential' in window,
    () => false,
  )

type ErrorBody = { message?: unknown } | null

/** The problem, for the person who pressed the button. */
function problemOf(error: unknown): string {
  if (error instanceof TypeError) return UNREACHABLE
  const { name } = error as Error
  if (name === 'InvalidStateError') return HAS_ONE
  return name === 'SecurityError' ? NOT_HERE : CANCELED
}

async function refusalOf(answer: Response): Promise<string> {
  const said = (await answer.json().catch(() => null)) as ErrorBody
  return typeof said?.message === 'string' ? said.message : UNREACHABLE
}

/** Signs in with a passkey of this device. Returns the problem; null if there is none. */
export async function signInWithDevice(): Promise<string | null> {
  try {
    const asked = await fetch('/session?passkey', { method: 'POST' })
    if (!asked.ok) return await refusalOf(asked)
    const passkey = await startAuthentication({ optionsJSON: await asked.json() })
    const body = new FormData()
    body.set('passkey', JSON.stringify(passkey))
    const answer = await fetch('/session', { method: 'POST', body })
    return answer.status === 204 ? null : await refusalOf(answer)
  } catch (error) {
    return problemOf(error)
  }
}

/** Creates a passkey on this device. `passkey` is sent to the site, as JSON. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ passkey: string } | { problem: string }> {
  try {
    return { passkey: JSON.stringify(await startRegistration({ optionsJSON })) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}
