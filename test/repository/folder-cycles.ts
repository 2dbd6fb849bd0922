import path from 'node:path'

/** An import by its two files, from the root of the project. */
type Import = readonly [from: string, to: string]

/** The imports between folders that lead back: `app/a > app/b`. A folder and one inside it are two folders here. */
export function folderCycles(imports: readonly Import[]): string[] {
  const imported = new Map<string, Set<string>>()
  for (const [from, to] of imports) {
    const [importer, folder] = [path.posix.dirname(from), path.posix.dirname(to)]
    if (importer !== folder) imported.set(importer, (imported.get(importer) ?? new Set()).add(folder))
  }
  return [...imported]
    .flatMap(([from, folders]) =>
      [...folders].filter((to) => reaches(imported, to, from)).map((to) => `${from} > ${to}`),
    )
    .sort()
}

function reaches(imported: Map<string, Set<string>>, start: string, goal: string): boolean {
  const found = new Set([start])
  for (const folder of found) for (const next of imported.get(folder) ?? []) found.add(next)
  return found.has(goal)
}
