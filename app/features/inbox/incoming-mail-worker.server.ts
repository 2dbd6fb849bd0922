// The thread that parses one email. Plain Node reads this file with types stripped; it is not bundled.
import { parentPort, workerData } from 'node:worker_threads'
import { parseMail } from './incoming-mail.server.ts'
import type { FromThread } from './parse-in-thread.server.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const reply = (message: FromThread) => port.postMessage(message)

reply('loaded')
reply(await parseMail(workerData))
