import { useEffect, useRef } from 'react'

/** The session has ended. Signing in happens in a tab of its own, so that nothing typed or chosen here is lost. */
export function SignedOut({ signInPath }: { signInPath: string }) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div ref={words} role="alert" tabIndex={-1} className="border-l-3 border-error bg-panel p-4 md:col-span-2">
      <p className="font-semibold">You are no longer signed in</p>
      <p className="mt-1">
        <a className="link" href={signInPath} target="_blank" rel="noopener">
          Sign in again
        </a>{' '}
        (it opens in a new tab), then come back here and try once more. What you typed and chose stays.
      </p>
    </div>
  )
}
