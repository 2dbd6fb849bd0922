import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Runs `work` with a garbage collection every ten milliseconds, which frees anything without a strong reference. */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 10)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
