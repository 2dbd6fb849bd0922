import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { breakpoints, type PostcssPlugin } from './breakpoints.ts'
import { withoutKnownWarnings } from './known-warnings.ts'

const scripts = path.resolve(import.meta.dirname, '../app/features/embeds/script')

/** The styles that the script loads as a file of their own; it brings their tokens. */
const LATER_STYLES = [
  'features/search/form/search-panel',
  'ui/form/field',
  'ui/calendar/calendar-grid',
  'ui/form/stepper',
  'ui/tooltip',
  'features/search/results/results',
  'features/search/results/results-head',
  'features/properties/gallery/image-strip',
  'features/search/results/missing-list',
]

/** Removes the design tokens that neither the script's styles nor the later ones use. */
const dropUnreadTokens: Plugin = {
  name: 'drop-unread-tokens',
  generateBundle(_, bundle) {
    const later = LATER_STYLES.map((file) => readFileSync(path.resolve(scripts, `../../../${file}.css`), 'utf8'))
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const read = new Set([chunk.code, ...later].join('').match(/(?<=var\()--[\w-]+/g))
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
 * Selectors that match no element in the shadow roots. They are text areas, hints and errors, disabled or invalid
 * fields, the plain form's fields, and buttons for links. Others are nights that are taken or cannot be chosen (only
 * the longest booking window's last day is check-out only). Also `.stay-page`, whose colors and fonts the host element
 * already sets.
 */
const UNUSED =
  /data-off\]|data-done|button-(?:link|white)|"taken"|"checkout-only"|"needed"|textarea|\.field-(?:hint|error)|:disabled|\.button\[aria-disabled|aria-invalid|\.stay-field-pair|type=.date|^\.stay-page$/

/** Removes rules that match nothing in a shadow root: for the document, for pages without a script, and unused ones. */
const dropDocumentStyles = {
  postcssPlugin: 'drop-document-styles',
  Once(sheet) {
    sheet.walkAtRules('media', (rule) => void (rule.params === '(scripting: none)' && rule.remove()))
    sheet.walkRules((rule) => {
      const remaining = rule.selectors.filter(
        (selector) => !/^(:root|\[data-place)/.test(selector) && !UNUSED.test(selector),
      )
      if (remaining.length > 0) rule.selectors = remaining
      else rule.remove()
    })
  },
} satisfies PostcssPlugin

const outDir = `${process.env.BUILD_DIRECTORY ?? 'build'}/client/embed`

// Our styles use nothing newer. Older targets would add a second set of colors that our styles do not use.
const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

/** A classic script that any site can load; `name` is its global variable. */
function classicScript(entry: string, name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target: 'es2022',
      cssTarget,
      outDir,
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

/** The scripts for other sites, and the hearts of this one. React components are compiled against Preact to reduce their size. */
export default defineConfig({
  customLogger: withoutKnownWarnings(),
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    // Exact names: a string would also match longer names that start with it.
    alias: [
      { find: /^react-dom\/client$/, replacement: path.join(scripts, 'preact-root.ts') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/hooks' },
    ],
  },
  plugins: [dropUnreadTokens],
  css: { postcss: { plugins: [breakpoints, dropDocumentStyles] } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  environments: {
    stay: classicScript('stay.tsx', 'powderAndCoveStay'),
    book: classicScript('book.ts', 'powderAndCoveBook'),
    save: classicScript('save-button.ts', 'powderAndCoveSave'),
    styles: {
      consumer: 'client',
      build: {
        cssTarget,
        outDir,
        emptyOutDir: false,
        rolldownOptions: {
          input: path.join(scripts, 'stay.css'),
          output: { assetFileNames: '[name][extname]' },
        },
      },
    },
  },
  builder: {
    async buildApp({ environments, build }) {
      for (const name of ['stay', 'book', 'save', 'styles']) if (environments[name]) await build(environments[name])
    },
  },
})
