import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Facts, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'

type Request = {
  reference: string
  property: string
  checkInDate: string
  checkOutDate: string
}

/**
 * To the operator: many requests at once may be made up to keep nights off sale. It names no guest: mail about several guests could
 * not be found again by the address of one of them when that guest is erased.
 */
export function requestFloodMail(about: { site: MailSite; requests: Request[]; isAlike: boolean }): Mail {
  const { site, requests, isAlike } = about
  const what = `${requests.length} booking requests within an hour${isAlike ? ' that look alike' : ''}`
  return mailOf({
    template: 'request-burst-operator',
    to: site.email,
    site,
    subject: `${what}: please check them`,
    heading: what,
    body: (
      <>
        <Paragraph>
          They may be one guest who asks for several homes. Or somebody made them up to keep your nights off sale: until
          you decline them or they expire, nobody else can book these nights.
        </Paragraph>
        <Facts
          rows={requests.map(({ reference, property, checkInDate, checkOutDate }) => [
            reference,
            `${property}, ${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`,
          ])}
        />
        <Paragraph>
          Decline one with “npm run booking -- decline” and its reference. More of them in the next six hours send their
          own mails, but not this one again.
        </Paragraph>
      </>
    ),
    payload: { references: requests.map(({ reference }) => reference) },
  })
}
