import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // The build names a folder of its own for each release.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
