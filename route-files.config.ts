import type { Plugin } from 'vite'

const MODULE = /\/node_modules\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const RELOADS = /(catch \(error\) \{)[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/**
 * When the file of a page cannot be fetched, React Router loads the page that is open anew, and what was typed there is lost.
 * In the browser's build it says so by the event `lost-file` instead. What becomes of it: `app/shell/offline.tsx`; why:
 * docs/decisions/036.
 */
export function tellLostFiles(): Plugin {
  let found = 0
  return {
    name: 'tell-lost-files',
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
      if (found !== 1) this.error('React Router answers a lost file in another way: see docs/decisions/036.')
    },
  }
}
