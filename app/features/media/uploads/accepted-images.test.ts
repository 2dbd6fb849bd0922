import { expect, test } from 'vitest'
import { refusalOfFile } from './accepted-images.ts'

const file = (change: Partial<Pick<File, 'name' | 'type' | 'size'>>) =>
  refusalOfFile({ name: 'porch.jpg', type: 'image/jpeg', size: 3_000_000, ...change })

test('a photo that the site reads is sent', () => {
  expect(file({})).toBeNull()
  expect(file({ name: 'porch.avif', type: 'image/avif', size: 10 * 1024 * 1024 })).toBeNull()
  // Browsers that do not know a kind leave its type empty.
  expect(file({ name: 'porch.TIFF', type: '' })).toBeNull()
  expect(file({ name: 'IMG_1.HEIC', type: '' })).toBeNull()
  expect(file({ name: 'image', type: 'image/heif' })).toBeNull()
})

test('what is not sent says why in a sentence', () => {
  expect(file({ size: 0 })).toContain('empty')
  expect(file({ size: 12_000_000 })).toBe('This photo has 11.4 MB, and the limit is 10 MB. Please save it smaller.')
  expect(file({ name: 'floor.pdf', type: 'application/pdf' })).toContain('isn’t a photo')
  expect(file({ name: 'logo.svg', type: 'image/svg+xml' })).toContain('JPEG, PNG, WebP, AVIF, HEIC, GIF, or TIFF')
})
