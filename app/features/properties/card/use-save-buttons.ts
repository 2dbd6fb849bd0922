import { useEffect } from 'react'

/** Built by `vite/embed.config.ts`. */
const SCRIPT = '/embed/save-button.js'

/** Loads the script of the hearts on a page without our search, when it has nothing else to do. Without it they stay empty. */
export function useSaveButtons(): void {
  useEffect(() => {
    const timer = setTimeout(() => import(/* @vite-ignore */ SCRIPT).catch(() => {}), 1000)
    return () => clearTimeout(timer)
  }, [])
}
