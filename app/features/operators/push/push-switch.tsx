import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { canBeTold, isTold, switchOff, switchOn } from './push-device.ts'

type State = 'unknown' | 'unable' | 'on' | 'off'

const UNREACHABLE = 'We couldn’t reach the site, or this browser’s push service. Please try again.'

/** Switches notifications on this device on and off. */
export function PushSwitch() {
  const [state, setState] = useState<State>('unknown')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!canBeTold()) return setState('unable')
    isTold().then(
      (told) => setState(told ? 'on' : 'off'),
      () => setState('off'),
    )
  }, [])
  async function press() {
    if (pending) return
    setPending(true)
    const refused = await (state === 'on' ? switchOff() : switchOn()).catch(() => UNREACHABLE)
    setPending(false)
    setProblem(refused)
    if (!refused) setState(state === 'on' ? 'off' : 'on')
  }
  if (state === 'unable')
    return (
      <p className="text-muted">
        This browser can’t show them. On an iPhone, add the back office to the home screen first.
      </p>
    )
  return (
    <>
      <p role="status" className={state === 'on' ? undefined : 'sr-only'}>
        {state === 'on' && 'This device is told of new requests and messages.'}
      </p>
      {problem && (
        <p role="alert" className="form-problem">
          {problem}
        </p>
      )}
      <p className="needs-script">
        <Button
          variant="outline"
          onClick={press}
          pending={pending || state === 'unknown'}
          pendingText={state === 'on' ? 'Turning off...' : 'Turn on for this device'}
        >
          {state === 'on' ? 'Turn off' : 'Turn on for this device'}
        </Button>
      </p>
    </>
  )
}
