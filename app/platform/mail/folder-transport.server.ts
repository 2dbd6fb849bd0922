import path from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWholeFile } from '../storage/write-file.server.ts'
import { errorText, messageOf, type Transport } from './transport.server.ts'

const stamp = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-')

/** Mail as .eml files in a folder, which any mail program opens. The same letter is the same file, whole or not there. */
export function openFolderTransport(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    host: 'folder',
    async send(letter) {
      try {
        const { message } = await composer.sendMail(messageOf(letter))
        const file = path.join(folder, `${stamp(letter.writtenAt)}-${letter.id}.eml`)
        await writeWholeFile(file, message as Buffer)
        return { outcome: 'sent' }
      } catch (error) {
        return { outcome: 'failed', stage: 'before', error: errorText(error) }
      }
    },
  }
}
