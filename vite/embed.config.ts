import path from 'node:path'
import { type CSSOptions, defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

const scripts = path.resolve(import.meta.dirname, '../app/features/embeds/script')

/** Removes the design tokens that no style of the script reads. */
const dropUnreadTokens: Plugin = {
  name: 'drop-unread-tokens',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const read = new Set(chunk.code.match(/(?<=var\()--[\w-]+/g))
      chunk.code = chunk.code.replace(/(?<=:host\{)--[^}]*/g, (tokens) =>
        tokens
          .split(';')
          .filter((token) => read.has(token.split(':', 1)[0] ?? ''))
          .join(';')
          .replaceAll(', ', ','),
      )
    }
  },
}

/**
 * Selectors without an element in the shadow roots: text areas, hints and errors, disabled or invalid fields, the plain form's own
 * fields. And `.stay-page`, whose colors and fonts the host already sets.
 */
const UNUSED =
  /textarea|\.field-(?:hint|error)|:disabled|\.button\[aria-disabled|aria-invalid|\.stay-field-pair|^\.stay-page$/

/** Removes rules that match nothing in a shadow root: those for the document, for a page without a script, and the unused. */
const dropDocumentStyles = {
  plugins: [
    {
      postcssPlugin: 'drop-document-styles',
      Once(sheet) {
        sheet.walkAtRules('media', (rule) => void (rule.params === '(scripting: none)' && rule.remove()))
        sheet.walkRules((rule) => {
          const kept = rule.selectors.filter(
            (selector) => !/^(:root|\[data-place)/.test(selector) && !UNUSED.test(selector),
          )
          if (kept.length > 0) rule.selectors = kept
          else rule.remove()
        })
      },
    },
  ],
} satisfies CSSOptions['postcss']

/** One classic script that any site can load; `name` is its global. */
function classicScript(entry: string, name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target: 'es2022',
      // Nothing newer is written; older ones would get a second set of colors that none of our styles ask for.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/client/embed`,
      emptyOutDir: false,
      lib: {
        entry: path.join(scripts, entry),
        formats: ['iife'],
        name,
        fileName: () => `${path.parse(entry).name}.js`,
      },
    },
  }
}

/** The scripts for other sites. React parts are compiled against Preact for their weight. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    // Whole names: a string would also match whatever begins with it.
    alias: [
      { find: /^react-dom\/client$/, replacement: path.join(scripts, 'preact-root.ts') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/hooks' },
    ],
  },
  plugins: [dropUnreadTokens],
  css: { postcss: dropDocumentStyles },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  environments: {
    stay: classicScript('stay.tsx', 'powderAndCoveStay'),
    book: classicScript('book.ts', 'powderAndCoveBook'),
  },
  builder: {
    async buildApp({ environments, build }) {
      for (const name of ['stay', 'book']) if (environments[name]) await build(environments[name])
    },
  },
})
