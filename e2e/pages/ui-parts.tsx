import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from '#app/ui/dialog.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import '#app/ui/dialog.css'
import '#app/ui/tooltip.css'

/** A test-only page with parts that no page of the site shows yet. */
function Parts() {
  const [open, setOpen] = useState(false)
  const [closed, setClosed] = useState(0)
  const close = () => {
    setOpen(false)
    setClosed(closed + 1)
  }
  return (
    <main style={{ padding: '6rem' }}>
      <h1>Parts</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Write to us
      </button>
      <output>closed {closed} times</output>
      <Dialog open={open} onClose={close} title="Your message">
        <textarea aria-label="Message" defaultValue="Is the dock lit at night?" />
      </Dialog>
      <IconButton label="Delete" path="M3 3l10 10M13 3L3 13" />
      <IconButton label="Move up" path="M8 13V3" />
    </main>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <Parts />
  </StrictMode>,
)
