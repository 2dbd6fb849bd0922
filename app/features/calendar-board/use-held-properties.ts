import { useState } from 'react'

/**
 * The homes as they were when somebody began to type about these nights. So what others change meanwhile is not saved
 * over unseen: it is refused, and shown. After an answer they are the present ones, until the next key.
 */
export function useHeldProperties<Property>(
  properties: Property[],
  { nights, answered }: { nights: string; answered: string },
) {
  const [typedAfter, setTypedAfter] = useState<string | null>(null)
  const [held, setHeld] = useState<{ key: string; properties: Property[] } | null>(null)
  const key = `${answered} ${nights}`
  const isTyped = typedAfter === answered
  if (isTyped && held?.key !== key) setHeld({ key, properties })
  return { seen: isTyped && held?.key === key ? held.properties : properties, hold: () => setTypedAfter(answered) }
}
