import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getOwnerValue } from '#app/features/owners/owner-value.server.ts'
import { owners } from '#app/features/owners/owners.tables.server.ts'
import { draftStatement, getOwned, listStatements, type OwnerRow } from '#app/features/owners/statements.server.ts'
import { periodOf } from '#app/features/reports/periods.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { postToPage } from './changes/post-to-page.ts'

const TERMS = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '', email: '' }
/** The terms of Bo differ from those of all others. */
const termsOf = (name: string) =>
  name === 'Bo' ? { ...TERMS, commissionPercent: '12.5', commissionOn: 'all', commissionPerStay: '15' } : TERMS
const ROOF = { description: 'Roof', spentOn: '2027-07-20', amount: '900', receipt: '' }

/** The pages of owners as an operator uses them. An owner is known by the name. */
export function ownerPages(services: () => Services) {
  async function find(name: string): Promise<OwnerRow> {
    const [owner] = await services().db.select().from(owners).where(eq(owners.name, name))
    if (!owner) throw new Error('there is no such owner')
    return owner
  }
  async function draft(name: string, month: string) {
    const { db, clock } = services()
    const owner = await find(name)
    const [sent, owned] = [await listStatements(db, owner.id), await getOwned(db, owner.id)]
    return draftStatement(db, { owner, ...owned, month: periodOf(`${month}-01`, 'month'), sent, now: clock.now() })
  }
  async function post(name: string, fields: Record<string, string | string[]>) {
    const { id } = await find(name)
    return postToPage(services(), `/admin/money/owners/${id}`, { id, ...fields })
  }
  return {
    find,
    draft,
    post,
    add: (name: string, properties: string[], key: string = randomUUID(), email = '') =>
      postToPage(services(), '/admin/money/owners', {
        intent: 'add-owner',
        name,
        ...termsOf(name),
        email,
        properties,
        key,
      }),
    addCost: (name: string, property: string, key: string = randomUUID()) =>
      post(name, { intent: 'add-cost', property, ...ROOF, key }),
    async setProperties(name: string, properties: string[]) {
      const version = versionOf(await getOwnerValue(services().db, await find(name)))
      return post(name, { intent: 'change-owner', name, ...termsOf(name), properties, version })
    },
    async send(name: string, month: string) {
      const { sums } = await draft(name, month)
      return post(name, { intent: 'send-statement', month, payout: formatMoney(sums.payout) })
    },
  }
}
