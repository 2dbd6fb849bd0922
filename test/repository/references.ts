import path from 'node:path'

const LOCAL = [
  /\bregistry\.[a-z0-9-]+\.[a-z]{2,}\b/,
  /\b(?:deb|security|archive)\.(?:debian|ubuntu)\.[a-z]+\b/,
  /(?:^|[\s'"`(=:@])\/(?:work|root)\/[\w.]/,
  /(?:^|[^/])\.\.\/shared\b/,
  /(?:^|[\s'"`(=:])\/home\/[a-z]/,
]

/** The lines that name a package registry or a path of the author's machine. */
export function namesOneMachine(text: string): string[] {
  return text.split('\n').filter((line) => LOCAL.some((pattern) => pattern.test(line)))
}

const CODE = /```[\s\S]*?```|`[^`\n]*`/g

type Link = { file: string; anchor: string }

/** Relative links and images of a markdown page: the file, relative to the project, and the heading. */
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

/** The paths in inline code of a markdown page that name a file or folder of the project. */
export function pathsOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '')
  return [...prose.matchAll(/`((?:app|server|vite|content|db|test|e2e|bench|docs|public|\.ci)\/[^`\s<*]*)`/g)].map(
    ([, named = '']) => named,
  )
}

/** The links of markdown pages whose file or heading does not exist. `exists` checks files that are not pages. */
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
 * The references of a file to things outside the repository. They are to a missing page of `docs/`, or a decision
 * without its page. So are rules given by a number or as "the specification" instead of being stated. Sections of an
 * RFC are public.
 */
export function deadReferences(text: string, pages: string[]): string[] {
  const numbers = new Set(pages.map((page) => /^docs\/decisions\/(\d{3})/.exec(page)?.[1]))
  const numbered = [...text.matchAll(/docs\/decisions\/(\d{3})(?![\w-]*\.md)/g)].filter(
    ([, page]) => !numbers.has(page),
  )
  const named = [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].filter(([page]) => !pages.includes(page))
  const unsaid = [...text.matchAll(/\bdecisions? \d+|\bthe specification\b|(?<!\bRFC \d+,? \(?)\bsections? \d+/gi)]
  return [...numbered, ...named, ...unsaid].map(([found]) => found)
}
