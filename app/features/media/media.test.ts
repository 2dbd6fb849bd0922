import { describe, expect, test } from 'vitest'
import { formatFor } from './image-format.ts'
import { parseWidth, plainSrc, srcSet, WIDTHS, widthFor } from './media.ts'

describe('the width that is served', () => {
  test('is the next larger width in the list', () => {
    for (const asked of [1, 319, 321, 641, 1999]) expect(WIDTHS).toContain(widthFor(asked, 4000))
    expect(widthFor(641, 4000)).toBe(828)
    expect(widthFor(640, 4000)).toBe(640)
  })

  test('is never wider than the widest in the list or the original', () => {
    expect(widthFor(999_999, 4000)).toBe(2000)
    expect(widthFor(2000, 900)).toBe(900)
    expect(widthFor(828, 900)).toBe(828)
  })

  test.each(['', '0', '-5', '640px', '1e3', 'NaN', '6.4', '0640', '99999999999'])(
    'ignores the invalid width %j',
    (text) => {
      expect(parseWidth(text)).toBeNull()
    },
  )
})

test('an image offers every listed width up to its own, with correct sizes', () => {
  expect(srcSet('/objects/brand/yeti.png', 900)).toBe(
    [320, 480, 640, 828, 900].map((width) => `/objects/brand/yeti.png?w=${width} ${width}w`).join(', '),
  )
  expect(srcSet('/objects/homes/a.jpg', 1600)?.endsWith('?w=1600 1600w')).toBe(true)
  expect(srcSet('/objects/homes/a.jpg', 6000)?.endsWith('?w=2000 2000w')).toBe(true)
})

test('an address outside the storage is unchanged', () => {
  expect(srcSet('/attached_assets/a.jpg', 1600)).toBeUndefined()
  expect(plainSrc('/attached_assets/a.jpg')).toBe('/attached_assets/a.jpg')
})

describe('the format that is served', () => {
  test('is the smallest that the browser accepts', () => {
    expect(formatFor('image/avif,image/webp,image/apng,*/*;q=0.8', 'image/jpeg')).toBe('avif')
    expect(formatFor('image/webp,*/*', 'image/jpeg')).toBe('webp')
    expect(formatFor('image/avif;q=0, IMAGE/WEBP;q=0.5', 'image/jpeg')).toBe('webp')
  })

  test('is one that every browser supports when the browser names none', () => {
    for (const accept of [undefined, '', '*/*', 'image/*']) {
      expect(formatFor(accept, 'image/jpeg')).toBe('jpeg')
      expect(formatFor(accept, 'image/png')).toBe('png')
    }
  })
})
