import path from 'node:path'
import { featureOf } from './architecture.ts'
import type { SourceFile } from './source-tree.ts'

const DRAWERS = /^(?:utils?|helpers?|misc|common|libs?|managers?|data)$|-(?:utils?|helpers?|misc|managers?)$/
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const CUSTOMARY = /^(?:\.[a-z].*|[A-Z]+(?:\.md)?)$/

/** Names that say "anything could be in here", of a file or of a folder on its way. */
export function drawers(files: string[]): string[] {
  return files.filter((file) => file.split('/').some((segment) => DRAWERS.test(segment.split('.')[0] ?? '')))
}

/** File and folder names that are not kebab-case; a migration is `0001_what_it_does.sql`. */
export function badlyNamed(files: string[]): string[] {
  return files.filter((file) => {
    if (/^db\/migrations\/\d{4}_[a-z0-9_]+\.sql$/.test(file)) return false
    return file
      .split('/')
      .some((segment) => !CUSTOMARY.test(segment) && !segment.split('.').every((word) => KEBAB.test(word)))
  })
}

/** Imports that climb two folders, leave their slice by `../`, or leave out the file's ending. */
export function badPaths(file: SourceFile): string[] {
  return file.imports
    .map(({ specifier, target }) => ({ specifier, target, reason: pathProblem(file.path, specifier, target) }))
    .flatMap(({ specifier, reason }) => (reason ? [`${file.path}: '${specifier}' ${reason}`] : []))
}

function pathProblem(from: string, specifier: string, target: string | null): string | null {
  // React Router writes these types; they are no files of the tree.
  if (target === null || specifier.startsWith('./+types/')) return null
  if (specifier.includes('../..')) return 'climbs two folders: use #app/...'
  if (specifier.startsWith('../') && sliceOf(from) !== sliceOf(target)) return 'leaves its slice: use #app/...'
  if (!/\.[a-z]+2?(?:\?[a-z&]+)?$/.test(specifier)) return 'has no extension'
  return null
}

function sliceOf(file: string): string {
  const feature = featureOf(file)
  if (feature) return `app/features/${feature}`
  if (/^(?:test|e2e|bench)\/|^[^/]+\.config\.ts$/.test(file)) return 'outside the product'
  return file
    .split('/')
    .slice(0, file.startsWith('app/') ? 2 : 1)
    .join('/')
}

export type Sizes = { median: number; p90: number; longest: { path: string; lines: number }[] }

/** Lines a file: the middle one, the one that nine in ten do not exceed, and all by length. */
export function sizes(files: { path: string; lines: number }[]): Sizes {
  const longest = [...files].sort((a, b) => b.lines - a.lines)
  const at = (share: number) => longest[longest.length - Math.max(1, Math.ceil(longest.length * share))]?.lines ?? 0
  return { median: at(0.5), p90: at(0.9), longest }
}

/** Mentions of the environment where only the configuration may read it. */
export function readsEnvironment(code: string): boolean {
  return /\bprocess\s*(?:\.|\?\.)\s*env\b|\bprocess\[['"]env|\benv\b[^;\n]*\bfrom 'node:process'/.test(code)
}

/**
 * Whether code asks a locale to print a date for a program to read: by `toLocaleDateString`, or in the locales whose dates look
 * like ISO dates in some engines and not in others.
 */
export function readsPrintedDates(code: string): boolean {
  return /\.toLocale(?:Date|Time)String\b|(['"`])(?:en-CA|fr-CA|sv|sv-SE|lt|lt-LT)\1/.test(code)
}

const LOCAL = [
  /\bregistry\.[a-z0-9-]+\.[a-z]{2,}\b/,
  /\b(?:deb|security|archive)\.(?:debian|ubuntu)\.[a-z]+\b/,
  /(?:^|[\s'"`(=:@])\/(?:work|root)\/[\w.]/,
  /(?:^|[^/])\.\.\/shared\b/,
  /(?:^|[\s'"`(=:])\/home\/[a-z]/,
]

/** The lines that name a package registry or a path of the machine they were written on. */
export function namesOneMachine(text: string): string[] {
  return text.split('\n').filter((line) => LOCAL.some((pattern) => pattern.test(line)))
}

const CODE = /```[\s\S]*?```|`[^`\n]*`/g

export type Link = { file: string; anchor: string }

/** Relative links and images of a markdown page: the file from the project's folder, and the heading they name. */
export function linksOf(page: string, markdown: string): Link[] {
  const prose = markdown.replace(CODE, '')
  const found = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g), ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g)]
  return found
    .map(([, target = '']) => decodeURI(target))
    .filter((target) => !/^[a-z]+:|^\/\//.test(target))
    .map((target) => {
      const [, name = '', anchor = ''] = /^([^#?]*)[^#]*#?(.*)$/.exec(target) ?? []
      if (name === '') return { file: page, anchor }
      return { file: name.startsWith('/') ? name.slice(1) : path.posix.join(path.posix.dirname(page), name), anchor }
    })
}

/** The anchors that GitHub gives the headings of a markdown page. */
export function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} +(.+)$/gm)]
  const seen = new Map<string, number>()
  return headings.map(([, heading = '']) => {
    const text = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/** The paths in the code marks of a markdown page that name a file or a folder of the project. */
export function pathsOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '')
  return [...prose.matchAll(/`((?:app|server|vite|content|db|test|e2e|bench|docs|public|\.ci)\/[^`\s<*]*)`/g)].map(
    ([, named = '']) => named,
  )
}

/** The links of markdown pages that lead to no file, or to no heading of a page. `exists` knows files that are not pages. */
export function deadLinks(pages: Map<string, string>, exists: (file: string) => boolean): string[] {
  return [...pages].flatMap(([page, markdown]) =>
    linksOf(page, markdown)
      .filter(({ file, anchor }) => {
        const target = pages.get(file)
        return target === undefined ? !exists(file) : anchor !== '' && !anchorsOf(target).includes(anchor)
      })
      .map(({ file, anchor }) => `${page}: ${file}${anchor && `#${anchor}`}`),
  )
}

/**
 * The references of a file to what is not in the repository: a page of `docs/` that is not there, a decision without its page,
 * and rules named by a number or by "the specification" instead of being stated.
 */
export function deadReferences(text: string, pages: string[]): string[] {
  const numbers = new Set(pages.map((page) => /^docs\/decisions\/(\d{3})/.exec(page)?.[1]))
  const numbered = [...text.matchAll(/docs\/decisions\/(\d{3})(?![\w-]*\.md)/g)].filter(
    ([, page]) => !numbers.has(page),
  )
  const named = [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].filter(([page]) => !pages.includes(page))
  const unsaid = [...text.matchAll(/\bdecisions? \d+|\bthe specification\b/gi)]
  return [...numbered, ...named, ...unsaid].map(([found]) => found)
}
