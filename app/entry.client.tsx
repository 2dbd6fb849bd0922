import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Marks the document as interactive, and has the presses done that came before (`react-router-rewrites.ts`). */
function Router() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
    dispatchEvent(new Event('interactive'))
  }, [])
  return <HydratedRouter />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Router />
    </StrictMode>,
  )
})
