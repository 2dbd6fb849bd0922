import { demoProperties } from '#content/properties/properties.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, readHtml, tagsOf, textOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf } from '../stays.ts'

const PAGES = [
  ['/privacy', 'Privacy', 'What we don’t do'],
  ['/terms', 'Terms', 'Cancellation'],
  ['/accessibility', 'Accessibility', 'The homes'],
] as const

test('each legal page is linked in every footer, shows its version, and is in the sitemap', async () => {
  const sitemap = await readHtml('/sitemap.xml')
  for (const [path, title, section] of PAGES) {
    const page = await readHtml(path)
    expect(textOf(elementOf(page, 'h1'))).toBe(title)
    expect(elementsOf(page, 'h2').map(textOf)).toContain(section)
    expect(textOf(page)).toMatch(/Version 1(?!\d).*In effect since \w+/)
    const footer = elementOf(page, 'footer', 'class="footer')
    expect(tagsOf(footer, 'a').map(({ href }) => href)).toEqual(expect.arrayContaining(PAGES.map(([to]) => to)))
    expect(sitemap).toContain(`<loc>${siteUrl()}${path}</loc>`)
    await readHtml(`${path}?version=1`)
    await readHtml(`${path}?version=2`, { status: 404 })
  }
})

test('the terms link to the rules on each property page, and the statement says what is not measured', async () => {
  expect(textOf(await readHtml('/terms'))).toContain('whether infants and pets are welcome')
  expect(textOf(await readHtml('/accessibility'))).toContain('We haven’t yet measured the widths of doors')
  for (const { property } of demoProperties) {
    const rules = textOf(elementOf(await readHtml(`/property/${property.slug}`), 'main'))
    expect(rules).toMatch(property.maxPets ? /Up to \w+ pets, \$\d+ per stay\./ : /No pets\./)
    expect(rules).toMatch(/infants under 2 are welcome and don’t count as guests\./)
  }
})

test('beside the booking button stands that booking accepts the terms, and a guest can read them without losing the form', async () => {
  const [, query = ''] = pathOf('lake-keowee', await freeStay('lake-keowee')).split('?')
  const frame = await readHtml(`/embed/book/${propertyOf('lake-keowee').id}?${query}`)
  const [terms] = elementsOf(frame, 'a', 'href="/terms').map(textOf)
  expect(terms).toBe('terms (in a new tab)')
  expect(tagsOf(frame, 'a').filter(({ href }) => href?.startsWith('/terms'))).toEqual([
    expect.objectContaining({ target: '_blank' }),
  ])
  expect(textOf(frame)).toMatch(/By booking, you agree to our.*terms \(in a new tab\)/)
})
