import { afterEach, expect, test, vi } from 'vitest'
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
    restrictions: { maxNumberOfFiles: 5, maxFileSize: 10_485_760, allowedFileTypes: ['image/*'] },
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
