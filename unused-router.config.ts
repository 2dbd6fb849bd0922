import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import router from './react-router.config.ts'

/**
 * Modules of React Router for features that are off here, and what they export: `quiet` is called all the same and does
 * nothing, `absent` is only called by the feature. Why, and what to do when the build stops here: docs/decisions/003.
 */
const MODULES: Record<string, { quiet: string[]; absent: string[] }> = {
  'router/instrumentation': {
    quiet: ['consumeInstrumentationClientResultMetaReceiver'],
    absent: [
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      'instrumentHandler',
      'instrumentationResultMetaContext',
    ],
  },
  'dom/ssr/fog-of-war': {
    quiet: ['getPatchRoutesOnNavigationFunction', 'isFogOfWarEnabled', 'useFogOFWarDiscovery'],
    absent: [
      'URL_LIMIT',
      'getManifestPath',
      'getPartialManifest',
      'getPathsWithAncestors',
      'handleClientVersionMismatch',
    ],
  },
}

/**
 * Functions of `router/router` that only a feature without use here calls, and the hooks of `dom/lib` by which a page would
 * begin to use it. Fetchers also have `<Form navigate={false}>`, which no one can see in time: it fails with the name.
 */
const FUNCTIONS = [
  {
    feature: 'fetchers',
    functions: ['fetch', 'handleFetcherAction', 'handleFetcherLoader', 'resetFetcher', 'queueFetcherForDeletion'],
    hooks: ['useFetcher', 'useFetchers'],
  },
  {
    feature: 'routes that change while the page is open',
    functions: ['patchRoutes', 'patchRoutesImpl', 'discoverRoutes', '_internalSetRoutes'],
    hooks: [],
  },
]

const ROUTER_MODULE = /\/node_modules\/react-router\/dist\/\w+\/lib\/([\w/-]+)\.js$/
const moduleName = (id: string) => ROUTER_MODULE.exec(id)?.[1] ?? ''

/** Puts a throw in the place of a function's body. Null when the function is not there exactly once. */
export function withoutBody(code: string, name: string): string | null {
  const whole = new RegExp(`^(\\t*)((?:async )?function ${name}\\([^)]*\\) \\{)\\n[\\s\\S]*?(?<=\\n)\\1\\}$`, 'gm')
  if (code.match(whole)?.length !== 1) return null
  return code.replace(whole, `$1$2 throw Error('left out of the build: ${name}') }`)
}

/** Leaves what is unused of React Router out of the browser's files. The server and the development server have it all. */
function withoutUnusedParts(): Plugin {
  if (router.routeDiscovery.mode !== 'initial') {
    throw new Error('Lazy route discovery needs what unused-router.config.ts leaves out: see docs/decisions/003.')
  }
  const left = new Set([...Object.keys(MODULES), 'router/router', 'dom/lib'])
  return {
    name: 'without-unused-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: ROUTER_MODULE },
      handler(id) {
        const part = moduleName(id)
        left.delete(part)
        const known = MODULES[part]
        if (!known) return null
        const exported = /^export \{([^}]*)\};?\s*$/m.exec(readFileSync(id, 'utf8'))?.[1]?.trim().split(/,\s*/) ?? []
        if (exported.sort().join() !== [...known.quiet, ...known.absent].sort().join()) {
          this.error(`React Router's ${part} exports ${exported.join(', ')}: see docs/decisions/003.`)
        }
        const quiet = known.quiet.map((name) => `export const ${name} = () => {}`)
        const absent = known.absent.map(
          (name) => `export function ${name}() { throw new Error('left out of the build: ${name}') }`,
        )
        return { code: [...quiet, ...absent].join('\n'), moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: ROUTER_MODULE },
      handler(code, id) {
        if (moduleName(id) !== 'router/router') return null
        let smaller = code
        for (const name of FUNCTIONS.flatMap(({ functions }) => functions)) {
          const without = withoutBody(smaller, name)
          if (without === null) this.error(`React Router has no function ${name} any more: see docs/decisions/003.`)
          smaller = without
        }
        return { code: smaller, map: null }
      },
    },
    generateBundle(_options, bundle) {
      if (left.size > 0) this.error(`React Router has no ${[...left].join(', ')} any more: see docs/decisions/003.`)
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { renderedExports }] of Object.entries(chunk.modules)) {
          if (moduleName(id) !== 'dom/lib') continue
          const used = FUNCTIONS.find(({ hooks }) => hooks.some((hook) => renderedExports.includes(hook)))
          if (used) this.error(`A page uses React Router's ${used.feature}, left out so far: see docs/decisions/003.`)
        }
      }
    },
  }
}

/**
 * Takes the names for debuggers off React Router's components in the browser's build: the assignments alone keep what no page
 * uses, `NavLink` for one.
 */
function withoutDebugNames(): Plugin {
  let found = 0
  return {
    name: 'without-debug-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: ROUTER_MODULE },
      handler(code) {
        const bare = code
          .replace(/^[A-Z]\w+\.displayName = "[^"]*";$/gm, () => {
            found += 1
            return ''
          })
          .replace(/ = (React(?:\$\d)?\.(?:forwardRef|createContext)\()/g, ' = /* @__PURE__ */ $1')
        return { code: bare, map: null }
      },
    },
    generateBundle() {
      if (found === 0) this.error('React Router’s components have no display names any more: see docs/decisions/003.')
    },
  }
}

export const unusedRouter = [withoutUnusedParts(), withoutDebugNames()]
