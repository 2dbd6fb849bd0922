import type { Plugin } from 'vite'

const MODULE = /\/node_modules\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const RELOADS = /(catch \(error\) \{)[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/**
 * When a page's file cannot be fetched, React Router reloads the open page, and its form input is lost. No option turns
 * that off, so the browser build dispatches the event `lost-file` instead. `app/shell/offline.tsx` handles it. See
 * docs/decisions/036.
 */
export function reportLostFiles(): Plugin {
  let found = 0
  return {
    name: 'report-lost-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: MODULE },
      handler(code) {
        found = code.match(RELOADS)?.length ?? 0
        return {
          code: code.replace(RELOADS, "$1 window.dispatchEvent(new Event('lost-file')); throw error;"),
          map: null,
        }
      },
    },
    generateBundle() {
      if (found !== 1) this.error('React Router handles a lost file in another way: see docs/decisions/036.')
    },
  }
}
