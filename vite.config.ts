import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { reportLostFiles } from './server/page-cache/react-router-rewrites.ts'
import { breakpoints } from './vite/breakpoints.ts'
import { withoutKnownWarnings } from './vite/known-warnings.ts'

/** The framework changes only with an upgrade. What every page needs is one file. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  {
    name: 'common',
    test: /\/app\/(shell\/(offline|error-page)|shared\/(honeypot|page-metadata|words)|features\/site\/root-data|ui\/(icon-button|tooltip))\.tsx?$/,
    priority: 1,
  },
  {
    name: 'stay',
    test: /\/app\/shared\/(browser\/api-client|paths\/contact-path|dates|money|party-words|phone-link|stay)\.ts$/,
    minShareCount: 3,
  },
  // Small files that most pages of a kind load. Guests load the list of all files, too: each name in it counts.
  {
    name: 'field',
    test: /\/app\/(ui\/form\/(field|use-focus-first-invalid|use-single-run)|shared\/browser\/idempotency-key)\.tsx?$/,
  },
  {
    name: 'changes',
    test: /\/app\/(ui\/form\/(change-button|preview-button)\.tsx|shared\/(paths\/changed-path|may|browser\/use-may)\.ts)$/,
  },
  {
    // What leads from a home to others.
    name: 'ways',
    test: /\/app\/(features\/(search\/comparison\/comparison|properties\/card\/use-save-buttons)|shared\/paths\/way-back)\.ts$/,
  },
  { name: 'toast', test: /\/app\/(ui\/toast(-queue)?|shared\/problem)\.tsx?$/ },
  { name: 'post', test: /\/app\/features\/journal\/(journal|post-day)\.tsx?$/ },
  { name: 'button', test: /\/app\/ui\/button\.tsx$/, priority: 1 },
  {
    // Not what pages of the back office share. Nor what loads a file later, with a helper that they would load, too.
    name: 'cards',
    test: /\/app\/features\/(media\/(?!lightbox\/)|properties\/(?!manage\/|fact-rows|cancellation-policy|property-status|review-wait|us-time-zones|arrival-guide|beds|surroundings|map\/|page\/(?:room-list|property-details))|embeds\/(use-watchdog|embed-timeout)).*(?<!\.css)$/,
    minShareCount: 3,
  },
]

export default defineConfig(({ command }) => ({
  ...(command === 'build' && { customLogger: withoutKnownWarnings() }),
  // Vite minifies the styles; Tailwind would do the same before.
  plugins: [tailwindcss({ optimize: false }), reactRouter(), reportLostFiles()],
  css: { postcss: { plugins: [breakpoints] } },
  // The first engines with light-dark(): without them the colors of the themes would be compiled to twice the size.
  build: { target: 'es2022', cssTarget: ['chrome123', 'firefox120', 'safari17.5'], assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Shared texts of a few words weigh less in each file than in one more file.
          optimization: { inlineConst: true },
          output: {
            // Every page loads a list of all files, and hashes cannot be compressed: 28 bits for each.
            hashCharacters: 'hex',
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: './server/cli.ts',
          // Names and lines stay readable in the log. Hashes as the browser’s: the server names the stylesheet and the fonts, too.
          output: { hashCharacters: 'hex', comments: false, minify: { compress: true, mangle: false, codegen: false } },
        },
      },
      // The server loads its libraries from the bundle: reading a file for each module would double its start.
      ...(command === 'build' && {
        resolve: { noExternal: true, external: ['sharp', '@node-rs/argon2'] },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
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
      'zod/v4/core',
    ],
  },
}))
