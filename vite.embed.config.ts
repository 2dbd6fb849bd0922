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
          .join(';'),
      )
    }
  },
}

/** What styles say to a document's root, or to a page without a script, is said to nobody in a shadow root. */
const inShadow = {
  plugins: [
    {
      postcssPlugin: 'in-shadow',
      Once(sheet) {
        sheet.walkAtRules('media', (rule) => void (rule.params === '(scripting: none)' && rule.remove()))
        sheet.walkRules(/^:root/, (rule) => {
          const kept = rule.selectors.filter((selector) => !/^(:root|\[data-place)/.test(selector))
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
