import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Does the work while garbage is collected every ten milliseconds, which takes whatever is held too loosely. */
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
