import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process and its children, in bytes; null on systems without `/proc`. */
export function residentMemory(pid: number): number | null {
  if (!existsSync(`/proc/${pid}/status`)) return null
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return children.reduce((sum, child) => sum + (residentMemory(child) ?? 0), kilobytes * 1024)
}
