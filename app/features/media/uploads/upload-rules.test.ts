import { expect, test } from 'vitest'
import { cameraModes } from './uploader.ts'
import { isFinal, mayRetry, refusalOf } from './xhr-options.ts'

test('only an upload that can succeed is sent again', () => {
  expect([0, 408, 429, 502, 503, 504].filter(mayRetry)).toHaveLength(6)
  expect([400, 401, 403, 404, 413, 415, 422, 500, 507].filter(mayRetry)).toEqual([])
})

test('only what is wrong with the file itself is refused for good', () => {
  expect([400, 404, 413, 415, 422].filter(isFinal)).toHaveLength(5)
  expect([0, 200, 401, 408, 429, 500, 503, 507].filter(isFinal)).toEqual([])
})

test('the camera takes photos where images are allowed, and records where videos are', () => {
  const anything = () => true
  expect(cameraModes(['image/*'], anything)).toEqual(['picture'])
  expect(cameraModes(['video/*'], () => false)).toEqual(['video-only'])
  expect(cameraModes(['image/*', 'video/mp4'], anything)).toEqual(['picture', 'video-only'])
})

test('nothing is offered for recording that would be refused later', () => {
  expect(cameraModes(['image/*', 'video/mp4'], (type) => type === 'video/webm')).toEqual(['picture'])
  expect(cameraModes(['application/pdf'], () => true)).toEqual([])
})

test('a refused upload shows the server’s message, or one for its status', () => {
  expect(refusalOf(413, '{"code":"too-large","message":"10 MB at most."}')).toBe('10 MB at most.')
  const away = 'The site isn’t answering right now. Please try again in a moment.'
  expect([refusalOf(502, '<h1>Bad Gateway</h1>'), refusalOf(500, '{"message":""}')]).toEqual([away, away])
  expect(refusalOf(413, '<h1>Too Large</h1>')).toBe('The site doesn’t accept this image.')
})
