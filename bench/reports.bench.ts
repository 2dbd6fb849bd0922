import { runnerImport } from 'vite'

// Today imports emails, which are TSX: Node alone does not load them.
await runnerImport('./bench/reports.ts', { configFile: false, logLevel: 'error' })
process.exit()
