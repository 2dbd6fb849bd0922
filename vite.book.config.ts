import path from 'node:path'
import { defineConfig } from 'vite'

/** The script of `<stay-book>`: beside the embed script, whose folder it joins, and as classic as that. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/client/embed`,
    emptyOutDir: false,
    lib: {
      entry: path.resolve('app/features/embeds/script/book.ts'),
      formats: ['iife'],
      name: 'powderAndCoveBook',
      fileName: () => 'book.js',
    },
  },
})
