import { getMailSite } from '#app/features/site/site.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { browserName } from './browser-name.ts'
import { newDeviceMail } from './operators.mail.tsx'
import type { SignInPlace } from './sessions.server.ts'

type MailServices = Pick<Services, 'config' | 'db' | 'clock' | 'jobs' | 'limits'>

/** Tells an operator that a browser which the site did not know has signed in. */
export async function mailNewDevice(
  services: MailServices,
  { email }: { email: string },
  { headers, address }: SignInPlace,
): Promise<void> {
  const site = await getMailSite(services)
  const mail = newDeviceMail({ site, to: email, browser: browserName(headers.get('user-agent')), address })
  await services.db.transaction((tx) => enqueueMail(services, tx, mail))
}
