import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#app/shared/api-error.ts'

/** Whether the session has ended: a call said so, and none has succeeded since. */
export function useSignedOut() {
  const [signedOut, setSignedOut] = useState(false)
  const calls = useQueryClient().getMutationCache()
  useEffect(
    () =>
      calls.subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setSignedOut(false)
        if (event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof ApiError && error.status === 401) setSignedOut(true)
      }),
    [calls],
  )
  return { signedOut, setSignedOut }
}
