import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project folder, above both the sources and the built server. */
export const PROJECT_ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error(`no package.json above ${import.meta.dirname}`)
  return findRoot(above)
}
