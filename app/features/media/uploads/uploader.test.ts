import { afterEach, expect, test, vi } from 'vitest'
import { IMAGE_TYPES } from './accepted-images.ts'
import { createUploader } from './uploader.ts'

afterEach(() => vi.unstubAllGlobals())

test('the uploader has the expected limits, address and plugins', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', new URL('https://stay.example'))
  const unused = async () => {}
  const uploader = createUploader({ maxFiles: 5, onUploaded: unused, onSignedOut: unused, onComplete: unused })
  expect(uploader.opts).toMatchObject({
    autoProceed: false,
    infoTimeout: 5000,
    restrictions: { maxNumberOfFiles: 5, maxFileSize: 10_485_760, minFileSize: 1, allowedFileTypes: IMAGE_TYPES },
  })
  expect(uploader.getPlugin('XHRUpload')?.opts).toMatchObject({
    endpoint: '/api/objects/upload',
    method: 'POST',
    fieldName: 'file',
    formData: true,
    timeout: 30_000,
    limit: 5,
    withCredentials: true,
  })
  const plugins: string[] = []
  uploader.iteratePlugins(({ id }) => plugins.push(id))
  expect(plugins).toEqual(['XHRUpload', 'ImageEditor', 'Webcam'])
})

test('the connection that goes and comes back is one message, never two that say the opposite', () => {
  const [window, unused] = [{ navigator: { onLine: true } }, async () => {}]
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', new URL('https://stay.example'))
  const uploader = createUploader({ onUploaded: unused, onSignedOut: unused, onComplete: unused })
  const said = [false, false, true, false, true].map((isOnline) => {
    window.navigator.onLine = isOnline
    uploader.updateOnlineStatus()
    return uploader.getState().info.map(({ message }) => message)
  })
  const [away, back] = ['No Internet connection', 'Connected to the Internet']
  expect(said).toEqual([[away], [away], [back], [away], [back]])
})
