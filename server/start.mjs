// Plain JavaScript that Node 20 can run: reports what is missing before anything newer is loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `This needs Node 22.22 or newer, and ${process.version} is running: on Linux x64 "npm ci" brings one that "npm start" uses; elsewhere install Node 24.\n`,
  )
  process.exit(1)
}
await import('./launch.ts')
