import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { largeLuxury } from '#content/properties/large-luxury.ts'
import { propertyView } from '#test/property-view.ts'
import { presentationSchema } from '../presentation.ts'
import { PropertyGallery } from './property-gallery.tsx'

const NOTE = 'These images are illustrations, not photos of the home.'
const NONE = 'No images available at this time.'
const LOADING = '<p class="text-muted noscript:hidden">Loading images...</p>'

type Gallery = ReturnType<typeof presentationSchema.parse>['gallery']

/** The served gallery of a home whose only unit has no images. */
function served(gallery: Partial<Gallery>, isDraft = false): string {
  const presentation = presentationSchema.parse({ gallery: { ...presentationSchema.parse({}).gallery, ...gallery } })
  const property = propertyView({ units: [{ id: 'u', name: 'Main', images: [] }] as never, presentation })
  return renderToString(
    <MemoryRouter>
      <PropertyGallery property={property} isDraft={isDraft} />
    </MemoryRouter>,
  )
}

const outside = (html: string) => html.replace(/<noscript>[\s\S]*<\/noscript>/, '')

test('while the images of a home load, only visitors without JavaScript read what is shown in place of none', () => {
  const text = served({ emptyText: NONE })
  expect(text).toContain(LOADING)
  expect(outside(text)).not.toContain(NONE)
  expect(text).toContain(`<noscript><p class="text-muted">${NONE}</p></noscript>`)
})

test('a home that says nothing of missing images has no gallery without JavaScript', () => {
  const text = served({ emptyText: null, fallback: [] })
  expect(text).toContain(LOADING)
  expect(text).toMatch(/^<section id="gallery"[^>]* class="[^"]*noscript:hidden"/)
  expect(text).not.toContain(NONE)
})

test('a built-in set stands in for missing images, and is labeled as illustrations', () => {
  const { gallery } = presentationSchema.parse(largeLuxury.presentation)
  const text = served(gallery)
  expect(outside(text)).not.toContain(NOTE)
  expect(text.slice(text.indexOf('<noscript>'))).toContain(NOTE)
  expect(text).toMatch(/<details[^>]* open=""/)
})

test('of a draft nothing is fetched, so nothing loads', () => {
  expect(served({ emptyText: NONE }, true)).toContain(`<p class="text-muted">${NONE}</p>`)
  expect(served({ emptyText: NONE }, true)).not.toContain('Loading')
  expect(served({ emptyText: null, fallback: [] }, true)).toBe('')
})
