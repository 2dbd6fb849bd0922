import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from './page.ts'

/** Those that were read before: the file of an email never changes. A site of this worker has some hundred in the end. */
const known = new Map<string, Promise<Email>>()

function mailIn(file: string): Promise<Email> {
  const mail = known.get(file) ?? readFile(file).then((bytes) => PostalMime.parse(bytes))
  known.set(file, mail)
  return mail
}

/** All emails that a site without a mail server wrote to its folder, oldest first. */
export async function mailsOf(dataDir: string): Promise<Email[]> {
  const folder = path.join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map((name) => mailIn(path.join(folder, name))))
}

/** The last email to an address with this subject, once there are `count` of them. */
export async function mailTo(dataDir: string, to: string, subject: RegExp, count = 1): Promise<Email> {
  const found = async () =>
    (await mailsOf(dataDir)).filter((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ''))
  await expect.poll(async () => (await found()).length, { timeout: 20_000, message: `${subject} to ${to}` }).toBe(count)
  const mail = (await found()).at(-1)
  if (!mail) throw new Error('the mail is gone')
  return mail
}

/** The address of the link in an email that leads below this path. */
export const linkIn = ({ html }: Email, path: string) =>
  new RegExp(`href="([^"]*/${path}/[^"]*)"`).exec(html ?? '')?.[1] ?? ''

/** A header's value; its name is case-insensitive. */
export function headerOf(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name.toLowerCase())?.value
}
