import { useEffect } from 'react'
import type { Today } from './store-today.ts'

/** Keeps Today on this device, for when there is no connection. Each time it is shown with other data it is stored anew. */
export function useOfflineToday({ stays, tasks }: Today, brand: string) {
  useEffect(() => {
    // The page does not wait for it. A full or closed store is no reason to show less.
    import('./store-today.ts').then(({ storeToday }) => storeToday({ stays, tasks }, brand)).catch(() => {})
  }, [stays, tasks, brand])
}
