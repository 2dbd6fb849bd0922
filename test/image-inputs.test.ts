import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { digestOfImage } from './image-inputs.ts'
import { temporaryFolder } from './temporary-folder.ts'

const project = temporaryFolder()

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

test('an image is another one when a file that goes into it has changed, or how it is made and tested', () => {
  write('.dockerignore', '*\n!app\n!*.config.ts\n!package-lock.json\n**/*.test.ts\n')
  const inputs = ['app/pages/home.tsx', 'vite.config.ts', 'package-lock.json', 'Dockerfile', 'test/container-image.ts']
  for (const file of inputs) write(file, 'before')
  let before = digestOfImage(project)
  for (const file of inputs) {
    write(file, 'after')
    expect(digestOfImage(project), file).not.toBe(before)
    before = digestOfImage(project)
  }
  for (const file of ['app/pages/home.test.ts', 'docs/settings.md', 'e2e/smoke.ts']) write(file, 'after')
  expect(digestOfImage(project)).toBe(before)
})
