import { type ComponentProps, useRef } from 'react'
import { insertAtCursor } from '#app/shared/browser/insert-at-cursor.ts'
import { FormArea } from '#app/ui/form/change-form.tsx'
import './markdown-field.css'

const MARKDOWN =
  'Written in Markdown: an empty line begins a paragraph, ## a heading, - a list item. **Bold**, and [a link](https://example.com).'

/** A photo that guests see on the site. */
export type GuestImage = { path: string; alt: string }

type Props = Pick<ComponentProps<typeof FormArea>, 'field'> & { images: GuestImage[] }

/** A text in Markdown, with the photos that it can have. */
export function MarkdownField({ field, images }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const insert = ({ path, alt }: GuestImage) => {
    const area = group.current?.querySelector('textarea')
    if (!area) return
    const words = alt.replaceAll(/[[\]\\\n]/g, ' ')
    insertAtCursor(area, `\n\n![${words}](${path})\n\n`)
  }
  return (
    <div ref={group} className="markdown-field">
      <FormArea field={field} label="Text" hint={MARKDOWN} rows={14} required />
      {images.length > 0 && (
        <details className="needs-script">
          <summary>Add a photo</summary>
          <p className="field-hint">Each goes where the cursor is in the text.</p>
          <ul>
            {images.map((image) => (
              <li key={image.path}>
                <button type="button" onClick={() => insert(image)} aria-label={`Add: ${image.alt || image.path}`}>
                  <img src={`${image.path}?w=320`} alt="" loading="lazy" className="size-full object-cover" />
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
