import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Files that decide about the image and its test, beside those that `.dockerignore` lets in. */
const RECIPE = ['.dockerignore', 'Dockerfile', 'test/container-image.ts']

/** The digest of all files that go into the container image. Tests do not. */
export function digestOfImage(project: string): string {
  const lines = readFileSync(path.join(project, '.dockerignore'), 'utf8').split('\n')
  const letIn = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const patterns = letIn.flatMap((name) => [name, `${name}/**/*`])
  const digest = createHash('sha256')
  for (const file of [...new Set([...RECIPE, ...globSync(patterns, { cwd: project })])].sort()) {
    const source = path.join(project, file)
    if (/\.test\.tsx?$/.test(file) || !statSync(source).isFile()) continue
    digest.update(`${file}\0`).update(readFileSync(source))
  }
  return digest.digest('hex')
}

/** A file outside the checkout that marks this image as passed. A new clone on the same machine finds it. */
export function markOfImage(project: string): string {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return path.join(cache, 'powder-and-cove', `image-${digestOfImage(project)}`)
}
