import { listDeclineTexts } from '#app/features/bookings/manage/page/decline-texts.changes.server.ts'
import { getSiteParts } from '#app/features/site/manage/content.changes.server.ts'
import { sitePayment, siteSettings } from '#app/features/site/manage/site.changes.server.ts'
import { SITE_PAGES, SITE_PARTS, type SitePart } from '#app/features/site/manage/site-parts.ts'
import { site } from '#app/platform/site.tables.server.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { content } from '#content/site.ts'
import type { Case, World } from './change-world.ts'
import { postedRecord } from './posted-record.ts'

/** One text of a part of the site is changed. */
const onPart =
  (part: SitePart, field: string, text = 'Other words') =>
  async ({ services, post }: World) => {
    await services.db.update(site).set({ content })
    const { value = {}, version = '' } = (await getSiteParts(services, [part]))?.values[part] ?? {}
    const typed = postedRecord(SITE_PARTS[part].fields as RecordFields<object>, value)
    const [page] = Object.entries(SITE_PAGES).find(([, { parts }]) => parts.includes(part)) ?? []
    await post(`/admin/site/${page}`, { ...typed, intent: part, version, [field]: text })
  }

/** How each change of the site is made on its page, and its words in History. */
export const SITE_CASES = {
  'site.contact-changed': ['Contact page changed', onPart('contact', 'heading')],
  'site.decline-texts-changed': [
    'Decline messages changed',
    async ({ services, post }) => {
      const { version } = await listDeclineTexts(services.db)
      await post('/admin/decline-texts', { intent: 'text', id: '0', version, text: 'One' })
    },
  ],
  'site.footer-changed': ['Footer changed', onPart('footer', 'footerLine')],
  'site.hero-changed': ['Top of the home page changed', onPart('hero', 'title')],
  'site.home-changed': ['Texts of the home page changed', onPart('home', 'welcome.heading')],
  'site.look-changed': ['Logo and color changed', onPart('look', 'accent', '#2f6f62')],
  'site.not-found-changed': ['Not-found page changed', onPart('missing', 'text')],
  'site.offer-changed': ['Offer to owners changed', onPart('offer', 'steps[0].title')],
  'site.owners-changed': ['Texts of the page for owners changed', onPart('owners', 'heading')],
  'site.payment-changed': [
    'How guests pay changed',
    async ({ services, post }) => {
      const { version } = await sitePayment.get(services.db)
      const typed = { depositPercent: '', depositDays: '3', balanceDays: '30', paymentWays: 'bank-transfer' }
      await post('/admin/site', { intent: 'payment', version, paymentText: 'By check.', ...typed })
    },
  ],
  'site.reach-changed': ['Response time and locations changed', onPart('reach', 'responseTime')],
  'site.search-changed': ['Search engines and shared links changed', onPart('search', 'defaultTitle')],
  'site.settings-changed': [
    'Site settings changed',
    async ({ services, post }) => {
      const { version } = await siteSettings.get(services.db)
      await post('/admin/site', { intent: 'site', version, brand: 'Lit Windows', email: 'hello@stay.example' })
    },
  ],
  'site.why-changed': ['Reasons to choose you changed', onPart('why', 'heading')],
} satisfies Record<string, Case>
