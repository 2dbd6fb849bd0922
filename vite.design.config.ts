import path from 'node:path'
import { defineConfig } from 'vite'

/**
 * The parts that the operator's page of design shows, built apart with React and all: in the pages' own build every part of one
 * page would be shared by two, and so come to every visitor of the others.
 */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/client/design`,
    emptyOutDir: true,
    lib: {
      entry: path.resolve('app/pages/design/parts.tsx'),
      formats: ['es'],
      fileName: () => 'parts.js',
      cssFileName: 'parts',
    },
  },
})
