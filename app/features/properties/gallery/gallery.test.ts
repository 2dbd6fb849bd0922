import { describe, expect, test } from 'vitest'
import { largeLuxury } from '#content/properties/large-luxury.ts'
import { presentationSchema } from '../presentation.ts'
import type { UnitImage } from '../property-answers.ts'
import { builtInImages, galleryGroups, galleryOf, imageOf, lightboxImages, sectionImages } from './gallery.ts'

const groups = [
  { category: 'amenities', label: 'Amenities' },
  { category: 'kitchen', label: 'Kitchen' },
  { category: 'rooms', label: 'Bedrooms' },
]

function image(category: string, change: Partial<UnitImage> = {}): UnitImage {
  return {
    category,
    gcsPath: `/objects/homes/${category}.jpg`,
    altText: 'A room',
    width: 900,
    height: 1200,
    placeholder: null,
    ...change,
  }
}

describe('the groups of a gallery', () => {
  test('follow the order of the property, whatever the order of its images, without empty groups', () => {
    const shown = galleryGroups({ groups }, [image('rooms'), image('amenities')])
    expect(shown.map(({ label }) => label)).toEqual(['Amenities', 'Bedrooms'])
  })

  test('combine the images of all units in order', () => {
    const units = [[image('kitchen', { altText: 'first' })], [image('rooms'), image('kitchen', { altText: 'second' })]]
    const [kitchen] = galleryGroups({ groups }, units.flat())
    expect(kitchen?.images.map(({ altText }) => altText)).toEqual(['first', 'second'])
  })

  test('use their label for an image without an alt text', () => {
    const [kitchen] = galleryGroups({ groups }, [
      image('kitchen', { altText: '' }),
      image('kitchen', { altText: '  ' }),
      image('kitchen', { altText: 'Island' }),
    ])
    expect(kitchen?.images.map(({ altText }) => altText)).toEqual(['Kitchen', 'Kitchen', 'Island'])
  })

  test('leave out images of a category that the property does not show', () => {
    expect(galleryGroups({ groups }, [image('garage')])).toEqual([])
  })
})

test('the built-in set of the large property fills its groups, each image with an alt text', () => {
  const { gallery } = presentationSchema.parse(largeLuxury.presentation)
  const images = galleryGroups(gallery, builtInImages(gallery)).flatMap((group) => group.images)
  expect(images.length).toBe(gallery.fallback.length)
  expect(images.length).toBeGreaterThan(0)
  expect(images.every(({ altText }) => altText.length > 10)).toBe(true)
})

test('an older form of an address still works', () => {
  expect(imageOf(image('kitchen', { gcsPath: '@assets/dock.jpg' })).src).toBe('/attached_assets/dock.jpg')
  expect(imageOf(image('kitchen')).src).toBe('/objects/homes/kitchen.jpg')
  expect(imageOf(image('kitchen', { gcsPath: '/objects/@assets/a.jpg' })).src).toBe('/objects/@assets/a.jpg')
})

describe('the gallery of a property', () => {
  const own = (name: string) => ({
    src: `/objects/uploads/${name}.jpg`,
    alt: name,
    width: 900,
    height: 600,
    placeholder: null,
  })
  const first = ['1', '2', '3', '4', '5'].map(own)
  const gallery = { ...presentationSchema.parse({}).gallery, groups }
  const propertyWith = (propertyImages: ReturnType<typeof own>[], images: UnitImage[]) => ({
    images: propertyImages,
    units: [{ id: 'u', name: 'Main', images }],
    presentation: presentationSchema.parse({ gallery }),
  })
  const shownIn = (found: ReturnType<typeof galleryOf>) =>
    found.map(({ label, images }) => [label, ...images.map(({ altText }) => altText)])

  test('shows every image: those in no group and not among the first come last', () => {
    const images = [image('kitchen'), image('garage', { gcsPath: '/objects/uploads/garage.jpg', altText: '' })]
    const property = propertyWith([...first, own('porch'), own('garage')], images)
    expect(shownIn(galleryOf(property, images))).toEqual([
      ['Kitchen', 'A room'],
      ['More photos', 'More photos', 'porch'],
    ])
  })

  test('is all images of a property without units', () => {
    const property = { ...propertyWith([own('porch'), own('barn')], []), units: [] }
    expect(shownIn(galleryOf(property, []))).toEqual([['Photos', 'porch', 'barn']])
  })

  test('is one group while its images have no category', () => {
    const images = [image(''), image('garage', { gcsPath: '/objects/uploads/garage.jpg', altText: 'Garage' })]
    expect(shownIn(galleryOf(propertyWith(first, images), images))).toEqual([['Photos', 'A room', 'Garage']])
  })

  test('is empty while its units have no images, whatever the mosaic shows', () => {
    expect(galleryOf(propertyWith([...first, own('porch')], []), [])).toEqual([])
  })

  test('shows an image once when a unit has it too', () => {
    const images = [image('kitchen', { gcsPath: '/objects/uploads/porch.jpg' })]
    expect(shownIn(galleryOf(propertyWith([...first, own('porch')], images), images))).toEqual([['Kitchen', 'A room']])
  })

  describe('between the sections of its page', () => {
    const at = (name: string) => `/objects/uploads/${name}.jpg`
    const images = [
      image('kitchen', { gcsPath: at('1') }),
      ...['island', 'oven'].map((name) => image('kitchen', { gcsPath: at(name) })),
      ...['bed', 'loft'].map((name) => image('rooms', { gcsPath: at(name) })),
      image('garage', { gcsPath: at('garage') }),
    ]
    const shown = (named: string[] = []) => {
      const property = propertyWith(first, images)
      const paths = named.map((name) => name && at(name))
      const presentation = { ...property.presentation, sectionImages: paths }
      return sectionImages({ ...property, presentation }, lightboxImages(property)).map((found) => found?.src ?? null)
    }

    test('has the first image of each group that its mosaic does not show', () => {
      expect(shown()).toEqual([at('island'), at('bed'), at('garage')])
    })

    test('has the images that its record names in their places, as long as they are there', () => {
      expect(shown(['loft', 'gone', 'oven'])).toEqual([at('loft'), null, at('oven')])
      expect(shown(['', 'loft', ''])).toEqual([null, at('loft'), null])
      expect(shown(['gone', '', ''])).toEqual(shown())
    })

    test('has none if the operator wants none', () => {
      expect(shown(['', '', ''])).toEqual([null, null, null])
    })

    test('has none if the mosaic shows all', () => {
      const property = propertyWith(first, [image('kitchen', { gcsPath: at('1') })])
      expect(sectionImages(property, lightboxImages(property))).toEqual([])
    })
  })
})
