/** Where a picture of the gallery is served; `@assets/` is an older way to write `/attached_assets/`. */
export function imageAddress(gcsPath: string): string {
  return gcsPath.replace(/^@assets\//, '/attached_assets/')
}
