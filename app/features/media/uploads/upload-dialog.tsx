import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { UploadWindowProps } from './upload-window.tsx'

type Props = UploadWindowProps & { onUnavailable: () => void }

/** The upload dialog. Its large script and styles load when it first opens. */
export function UploadDialog({ onUnavailable, ...rest }: Props) {
  const [Window, setWindow] = useState<ComponentType<UploadWindowProps> | null>(null)
  const unavailable = useEffectEvent(onUnavailable)
  const missing = rest.open && !Window
  useEffect(() => {
    if (!missing) return
    let wanted = true
    import('./upload-window.tsx').then(
      (module) => wanted && setWindow(() => module.default),
      () => wanted && unavailable(),
    )
    return () => {
      wanted = false
    }
  }, [missing])
  if (Window) return <Window {...rest} />
  return missing ? <p role="status">Opening...</p> : null
}
