import { createContext } from 'react'

/** What stands around the form of a section: it follows what is typed. */
type FormFrame = {
  /** The form has input that is not saved; null once it shows the stored values. */
  onTyped: (form: HTMLFormElement | null) => void
  /** Opens the preview over the page. Null where there is none. */
  onPreview: (() => void) | null
}

/** Of a form that is open in a card: it ends with a bar that says what is not saved. */
export const FormFrameContext = createContext<FormFrame | null>(null)
