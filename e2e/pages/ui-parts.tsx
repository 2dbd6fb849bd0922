import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from '#app/ui/dialog.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
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
      <Tooltip text="Deletes the image">
        <button type="button">Delete</button>
      </Tooltip>
      <Tooltip text="Moves the image up">
        <button type="button">Up</button>
      </Tooltip>
    </main>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <Parts />
  </StrictMode>,
)
