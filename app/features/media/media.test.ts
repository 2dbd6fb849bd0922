import { describe, expect, test } from 'vitest'
import { formatFor } from './image-format.ts'
import { parseWidth, plainSrc, srcSet, WIDTHS, widthFor } from './media.ts'

describe('the width that is served', () => {
  test('is the nearest larger one of the list, whatever is asked', () => {
    for (const asked of [1, 319, 321, 641, 1999]) expect(WIDTHS).toContain(widthFor(asked, 4000))
    expect(widthFor(641, 4000)).toBe(828)
    expect(widthFor(640, 4000)).toBe(640)
  })

  test('is never more than the widest of the list, nor than the original has', () => {
    expect(widthFor(999_999, 4000)).toBe(2000)
    expect(widthFor(2000, 900)).toBe(900)
    expect(widthFor(828, 900)).toBe(828)
  })

  test.each(['', '0', '-5', '640px', '1e3', 'NaN', '6.4', '0640', '99999999999'])(
    'does not come from the nonsense %j',
    (text) => {
      expect(parseWidth(text)).toBeNull()
    },
  )
})

test('a picture offers every width up to its own, each named truly', () => {
  expect(srcSet('/objects/brand/yeti.png', 900)).toBe(
    [320, 480, 640, 828, 900].map((width) => `/objects/brand/yeti.png?w=${width} ${width}w`).join(', '),
  )
  expect(srcSet('/objects/homes/a.jpg', 1600)?.endsWith('?w=1600 1600w')).toBe(true)
  expect(srcSet('/objects/homes/a.jpg', 6000)?.endsWith('?w=2000 2000w')).toBe(true)
})

test('an address outside the storage is left as it is', () => {
  expect(srcSet('/attached_assets/a.jpg', 1600)).toBeUndefined()
  expect(plainSrc('/attached_assets/a.jpg')).toBe('/attached_assets/a.jpg')
})

describe('the format that is served', () => {
  test('is the smallest that the browser names', () => {
    expect(formatFor('image/avif,image/webp,image/apng,*/*;q=0.8', 'image/jpeg')).toBe('avif')
    expect(formatFor('image/webp,*/*', 'image/jpeg')).toBe('webp')
    expect(formatFor('image/avif;q=0, IMAGE/WEBP;q=0.5', 'image/jpeg')).toBe('webp')
  })

  test('stays what every browser knows when it names none', () => {
    for (const accept of [undefined, '', '*/*', 'image/*']) {
      expect(formatFor(accept, 'image/jpeg')).toBe('jpeg')
      expect(formatFor(accept, 'image/png')).toBe('png')
    }
  })
})
