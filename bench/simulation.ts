import { runnerImport } from 'vite'

// Booking imports emails, which are TSX: Node alone does not load them.
await runnerImport('./bench/simulated-site.ts', { configFile: false, logLevel: 'error' })
process.exit()
