import { createElement } from 'react'

/** The heart of a property. Its script loads late (`useSaveButtons`, and with our search); until then its place is empty. */
export function SaveButton({ slug, name }: { slug: string; name: string }) {
  return createElement('save-button', { 'data-slug': slug, 'data-name': name })
}
