import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Marks the document once it is interactive: until then a press does what the server's HTML does. */
function Router() {
  useEffect(() => document.documentElement.setAttribute('data-hydrated', ''), [])
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
