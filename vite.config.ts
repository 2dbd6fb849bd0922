import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file for the framework and one for what pages share: fewer, larger files compress better by 5 KB.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: 'shared',
                  test: /app\/(shell|shared|root|features\/(media|properties|embeds)|ui)\b/,
                  minShareCount: 2,
                  priority: 1,
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
      'zod',
      'zod/mini',
    ],
  },
})
