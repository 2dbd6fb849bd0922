import { createRequire } from 'node:module'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Rolldown } from 'vite'
import { tellLostFiles } from './route-files.config.ts'
import { unusedRouter } from './unused-router.config.ts'

const app = normalizePath(path.resolve(import.meta.dirname, 'app'))

/** The modules of the app that some of them import, however many steps away, themselves included. */
function reachedFrom(files: string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(files)
  for (const file of reached) {
    const found = modules.getModuleInfo(file)
    if (!found) throw new Error(`The build is said to need ${file}, which is not there.`)
    for (const imported of found.importedIds) if (imported.startsWith(`${app}/`)) reached.add(imported)
  }
  return reached
}

/** Whether the home page needs a module: by what it, the shell and the root import. */
function neededByHome(id: string, modules: Rolldown.ChunkingContext): boolean {
  const home = ['root.tsx', 'shell/shell.tsx', 'pages/home.tsx'].map((file) => `${app}/${file}`)
  return reachedFrom(home, modules).has(id)
}

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//

/** Whether a module of the app stands on the framework alone: one that needs a library would bring it to every page that shares anything. */
function isLight(id: string, modules: Rolldown.ChunkingContext): boolean {
  // A stylesheet goes with the pages that import it: in a file that they all share, each page would wait for every one's.
  if (!id.startsWith(`${app}/`) || id.endsWith('.css')) return false
  const imported = [...reachedFrom([id], modules)].flatMap((file) => modules.getModuleInfo(file)?.importedIds ?? [])
  return imported.every((found) => !found.includes('/node_modules/') || FRAMEWORK.test(found))
}

/**
 * Uppy's packages each carry a copy of one Preact, and hooks of one copy do not work in another's tree: all of them get Uppy's
 * own. The embed script, built apart, has a newer one.
 */
const require = createRequire(import.meta.url)
const uppysPreact = path.dirname(createRequire(require.resolve('@uppy/core')).resolve('preact/package.json'))

export default defineConfig({
  resolve: { alias: [{ find: /^preact(?=\/|$)/, replacement: normalizePath(uppysPreact) }] },
  plugins: [tailwindcss(), reactRouter(), ...unusedRouter, tellLostFiles()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file for the framework and few for what pages share: fewer, larger files compress better by 5 KB.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                {
                  name: (id, modules) => (neededByHome(id, modules) ? 'shared' : null),
                  debugName: 'shared',
                  minShareCount: 2,
                  priority: 1,
                },
                // Their parts go together, so that a page without a form or a query has nothing of them.
                { name: 'zod', test: /node_modules\/zod\//, priority: 1 },
                { name: 'query', test: /node_modules\/@tanstack\//, priority: 1 },
                { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 1 },
                {
                  name: (id, modules) => (isLight(id, modules) ? 'inner' : null),
                  debugName: 'inner',
                  minShareCount: 2,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-router',
      'react-router/dom',
      '@tanstack/react-query',
      '@uppy/core',
      '@uppy/image-editor',
      '@uppy/react/dashboard-modal',
      '@uppy/webcam',
      '@uppy/xhr-upload',
      'zod',
      'zod/mini',
    ],
  },
})
