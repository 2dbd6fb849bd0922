import { randomBytes } from 'node:crypto'

const id = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

/** A movement of the balance at Stripe. `source` is what it is about, as it stands when it is expanded. */
type Movement = {
  id: string
  object: 'balance_transaction'
  amount: number
  fee: number
  net: number
  currency: string
  created: number
  description: string | null
  type: string
  reporting_category: string
  source: { id: string; object: string; payment_intent?: string } | null
}

type Payout = {
  id: string
  object: 'payout'
  amount: number
  currency: string
  status: string
  created: number
  arrival_date: number
  automatic: boolean
  reconciliation_status: string
  failure_message: string | null
  failure_balance_transaction: Movement | null
}

const NOT_AUTOMATIC = 'Balance transaction history can only be filtered on automatic transfers, not manual.'
const invalid = (message: string) => ({ status: 400, body: { error: { type: 'invalid_request_error', message } } })

/** Stripe's fee for a charge in the USA: 2.9% and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

/** The balance of the account at Stripe, and what is paid out of it. `now` is in seconds. */
export function stripePayouts(now: () => number) {
  const payouts: Payout[] = []
  const lines = new Map<string, Movement[]>()
  let balance: Movement[] = []

  function move(amount: number, change: Partial<Movement> & Pick<Movement, 'type'>): Movement {
    const { fee = 0, reporting_category = change.type } = change
    const movement: Movement = {
      id: id('txn'),
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      created: now(),
      description: null,
      source: null,
      ...change,
      reporting_category,
    }
    balance.push(movement)
    return movement
  }
  const about = (object: string, prefix: string, intent: string) => ({ id: id(prefix), object, payment_intent: intent })

  /** A page of a list, the latest first. */
  function page(items: { id: string; created: number }[], query: URLSearchParams) {
    const from = Number(query.get('created[gte]') ?? 0)
    const all = items.filter(({ created }) => created >= from)
    const after = query.get('starting_after')
    const start = after ? all.findIndex((item) => item.id === after) + 1 : 0
    const limit = Number(query.get('limit') ?? 10)
    return {
      status: 200,
      body: { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit },
    }
  }

  return {
    charged: (intent: string, amount: number) =>
      move(amount, { type: 'charge', fee: feeOf(amount), source: about('charge', 'ch', intent) }),
    refunded: (intent: string, amount: number) =>
      move(-amount, { type: 'refund', source: about('refund', 're', intent) }),
    refundFailed: (intent: string, amount: number) =>
      move(amount, { type: 'refund_failure', source: about('refund', 're', intent) }),
    disputed: (intent: string, amount: number) =>
      move(-amount, {
        type: 'adjustment',
        reporting_category: 'dispute',
        fee: 1500,
        description: 'Chargeback withdrawal',
        source: about('dispute', 'du', intent),
      }),
    reinstated: (intent: string, amount: number) =>
      move(amount, {
        type: 'adjustment',
        reporting_category: 'dispute_reversal',
        description: 'Chargeback reversal',
        source: about('dispute', 'du', intent),
      }),
    /** Any other movement, as the operator or Stripe makes it. */
    move,
    /** Everything that is in the balance leaves it. `change` is what differs from a payout that has just arrived. */
    payOut(change: Partial<Payout> = {}): Payout {
      const payout: Payout = {
        id: id('po'),
        object: 'payout',
        amount: balance.reduce((sum, { net }) => sum + net, 0),
        currency: 'usd',
        status: 'paid',
        created: now(),
        arrival_date: now() - (now() % 86_400),
        automatic: true,
        failure_message: null,
        failure_balance_transaction: null,
        reconciliation_status: change.automatic === false ? 'not_applicable' : 'completed',
        ...change,
      }
      payouts.unshift(payout)
      const all = balance
      const left = move(-payout.amount, { type: 'payout', source: { id: payout.id, object: 'payout' } })
      lines.set(payout.id, [left, ...all.toReversed()])
      balance = []
      return payout
    },
    /** The bank returns a payout: its money is in the balance again. */
    fail(payoutId: string) {
      const payout = payouts.find((one) => one.id === payoutId)
      if (!payout) throw new Error(`the stand-in for Stripe has no ${payoutId}`)
      const source = { id: payoutId, object: 'payout' }
      const returned = move(payout.amount, { type: 'payout_failure', reporting_category: 'payout_reversal', source })
      const failure_message = 'The bank account has been closed.'
      Object.assign(payout, { status: 'failed', failure_message, failure_balance_transaction: returned })
    },
    find: (payoutId: string) => payouts.find((one) => one.id === payoutId),
    answer(path: string, query: URLSearchParams) {
      if (path === '/v1/payouts') return page(payouts, query)
      if (path.startsWith('/v1/payouts/')) {
        const found = payouts.find((one) => path.endsWith(`/${one.id}`))
        return found ? { status: 200, body: found } : { status: 404, body: invalid('No such payout').body }
      }
      const payout = payouts.find((one) => one.id === query.get('payout'))
      if (!payout?.automatic) return invalid(NOT_AUTOMATIC)
      return page(lines.get(payout.id) ?? [], query)
    },
  }
}
