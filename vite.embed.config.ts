import path from 'node:path'
import { type CSSOptions, defineConfig, type Plugin } from 'vite'

/** The tokens that no style of the script reads stay behind. */
const readTokens: Plugin = {
  name: 'read-tokens',
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
 * Selectors of what no part in a shadow root has: long texts, hints and errors, what is off or invalid, the plain form's own fields.
 * And `.stay-page`, whose ink and letters the host has already.
 */
const UNUSED =
  /textarea|\.field-(?:hint|error)|:disabled|\.button\[aria-disabled|aria-invalid|\.stay-field-pair|^\.stay-page$/

/** What styles say to a document's root, to a page without a script, or of what is unused, is said to nobody in a shadow root. */
const inShadow = {
  plugins: [
    {
      postcssPlugin: 'in-shadow',
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

/** The embed script: one classic script for any site, its React parts compiled against Preact for their weight. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    // Whole names: a string would also stand for whatever begins with it.
    alias: [
      { find: /^react-dom\/client$/, replacement: path.resolve('app/features/embeds/script/preact-root.ts') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/hooks' },
    ],
  },
  plugins: [readTokens],
  css: { postcss: inShadow },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Nothing newer is written; older ones would get a second set of colours that no style of ours asks for.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/client/embed`,
    emptyOutDir: true,
    lib: {
      entry: path.resolve('app/features/embeds/script/stay.tsx'),
      formats: ['iife'],
      name: 'powderAndCoveStay',
      fileName: () => 'stay.js',
    },
  },
})
