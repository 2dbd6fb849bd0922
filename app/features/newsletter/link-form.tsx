import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { LinkStep } from './newsletter.ts'

const BUTTONS = {
  confirm: { label: 'Yes, write to me', pending: 'Confirming...' },
  unsubscribe: { label: 'Stop the letters', pending: 'Stopping...' },
}

/** The button of a link's page. It posts to another path, so that the token leaves the address bar. */
export function LinkForm({ step, token }: { step: LinkStep; token: string }) {
  const pending = useNavigation().formMethod !== undefined
  return (
    <Form method="post" action="/newsletter" replace className="page-ways">
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" pending={pending} pendingText={BUTTONS[step].pending}>
        {BUTTONS[step].label}
      </Button>
    </Form>
  )
}
