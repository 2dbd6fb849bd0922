import type { $ZodType, output } from 'zod/v4/core'
import { may } from '#app/shared/may.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import { retryTransaction } from '../db/retry.server.ts'
import { KEY_REUSED, withIdempotency } from '../http/idempotency.server.ts'
import { isJustConfirmed, type Operator, UNNAMED } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'
import { type HistoryWords, recordAudit, type ScopedWords, subjectOf } from './audit.server.ts'
import {
  type Change,
  type ChangeRefusal,
  type Done,
  type GetPreview,
  NOT_ALLOWED,
  type Posted,
  SIGN_IN_AGAIN,
} from './change.server.ts'
import { changedSinceWords, versionOf } from './version.server.ts'

/** Words of History that several changes share, with their name. */
export type NamedWords<Name extends string> = HistoryWords & { name: Name }

/** What was changed, as History keeps it. Amounts are in cents. */
export type ChangeResult<Preview = never> = {
  subjectId: string
  /** The homes that were changed; not needed for a booking, which names its home itself. */
  propertyIds?: readonly string[]
  /** What undoing it needs, and what History shows, but for a key `undo`. */
  before?: unknown
  after?: unknown
  reason?: string | null
  /** What the answer has beside the record. */
  answer?: Omit<Done<Preview>, 'ok' | 'id' | 'subjectId'>
}

/** Of a change with several names, the one that it has this time. */
export type Named<Name extends string> = { name: Name }

/** What the form showed of the subject: its version is compared, and `lines` are what it says now. */
type Version = { value: unknown; lines: string[]; timeZone: string }

/** What every step of a change has: what was posted, and what was read before. */
type PreparedPost<Prepared> = Posted & { prepared: Prepared }

type Parts<Form extends $ZodType, Subject, Preview, Prepared> = {
  form: Form
  /** What the operator must be allowed to. */
  scope: Scope
  confirms?: true
  beside?: GetPreview<Preview>
  /** Reads what has to be read before the transaction begins, such as a calendar of another site. */
  prepare?(posted: Posted, input: output<Form>): Promise<Prepared | Refusal>
  /** Opens the transaction, if it needs locks that are there before it begins, or work after it. By default a plain one. */
  transaction?: <Outcome extends { ok: boolean }>(
    posted: PreparedPost<Prepared>,
    input: output<Form>,
    work: (tx: Tx) => Promise<Outcome>,
  ) => Promise<Outcome | Refusal>
  /** Made once for each `key` of the form, within this scope. */
  once?: 'key' extends keyof output<Form> ? string : never
  /** What the operator reads if that key came with something else before. */
  reused?: string
  /** Finds what is changed, and locks it. Null if it is gone. Absent where something new is made. */
  lock?(tx: Tx, posted: PreparedPost<Prepared>, input: output<Form>): Promise<Subject | null>
  /** What the operator reads if it is gone. */
  gone?: string | undefined
  /** What the form showed, and a second operator must have seen. Absent where nothing unseen is replaced. */
  version?: ((subject: Subject, input: output<Form>, posted: Posted) => Version | null) | undefined
  /** What the change would do, for the button of a form that asks that. */
  preview?(posted: Posted, input: output<Form>): Promise<ChangeRefusal<Preview>>
}

/**
 * Makes the change. Null: everything is like that already, so nothing is recorded. An answer that is `ok`: the same, with
 * something to show.
 */
type Run<Form extends $ZodType, Subject, Preview, Prepared, Result> = (
  tx: Tx,
  input: output<Form>,
  posted: PreparedPost<Prepared> & { subject: Subject; now: Date },
) => Promise<Result | null | Done<Preview> | ChangeRefusal<Preview>>

type Definition<Name extends string, Form extends $ZodType, Subject, Preview, Prepared> = Parts<
  Form,
  Subject,
  Preview,
  Prepared
> &
  (
    | (NamedWords<Name> & { run: Run<Form, Subject, Preview, Prepared, ChangeResult<Preview>> })
    | {
        names: Record<Name, HistoryWords>
        run: Run<Form, Subject, Preview, Prepared, ChangeResult<Preview> & Named<NoInfer<Name>>>
      }
  )

/** Rolls back what this operator may not do. */
class NotAllowed extends Error {}

/** Rolls back what somebody would have replaced without having seen it. */
class ChangedSince extends Error {
  readonly about: Parameters<typeof changedSinceWords>[1]
  constructor(about: ChangedSince['about']) {
    super('changed since it was shown')
    this.about = about
  }
}

/**
 * What operators can change, defined once: its form, what is done, and how History names it and takes it back. The
 * kernel does the rest: it opens the transaction, locks, refuses what was not seen, and records.
 */
export function defineChange<
  Name extends string,
  Form extends $ZodType,
  Subject = undefined,
  Preview = never,
  Prepared = undefined,
>(definition: Definition<Name, Form, Subject, Preview, Prepared>): Change<Form, Preview, Name> {
  const plain: NonNullable<typeof definition.transaction> = ({ services }, _, work) =>
    retryTransaction(() => services.db.transaction(work))
  const {
    form,
    scope,
    confirms,
    beside,
    once,
    reused = KEY_REUSED.message,
    prepare,
    preview,
    transaction = plain,
  } = definition
  const names = 'names' in definition ? definition.names : { [definition.name]: wordsIn(definition) }
  const scoped = Object.entries<HistoryWords>(names).map(([name, words]) => [
    name,
    { scope, confirms: confirms === true, ...words },
  ])
  return {
    form,
    scope,
    confirms,
    beside,
    names: Object.fromEntries(scoped) as Record<Name, ScopedWords>,
    async run(posted, input) {
      if (posted.isPreview && preview) return preview(posted, input)
      const prepared = prepare ? await prepare(posted, input) : (undefined as Prepared)
      if (isRefusal(prepared)) return prepared
      const asked = { ...posted, prepared }
      const key = once ? keyOf(once, posted, input) : null
      const work = (tx: Tx) => makeIn(tx, definition, asked, input)
      try {
        const outcome = await transaction(asked, input, (tx) =>
          key ? withIdempotency(tx, key, () => work(tx)) : work(tx),
        )
        return isRefusal(outcome) && outcome.reason === 'key-reused' ? refuse('key-reused', reused) : outcome
      } catch (error) {
        if (error instanceof NotAllowed) return NOT_ALLOWED
        if (!(error instanceof ChangedSince)) throw error
        return refuse('refused', await changedSinceWords(posted.services.db, error.about))
      }
    },
  }
}

const wordsIn = ({ words, facts, undo, ifRecorded }: HistoryWords): HistoryWords => ({ words, facts, undo, ifRecorded })

function keyOf(scope: string, { services, params, id }: Posted, input: unknown) {
  // What the page showed (`seen`) may be another version when the same form is sent again.
  const { key, seen: _, ...payload } = input as { key?: string; seen?: string }
  return key === undefined ? null : { scope, key, payload: { ...payload, params, id }, now: services.clock.now() }
}

async function makeIn<Name extends string, Form extends $ZodType, Subject, Preview, Prepared>(
  tx: Tx,
  definition: Definition<Name, Form, Subject, Preview, Prepared>,
  posted: PreparedPost<Prepared>,
  input: output<Form>,
): Promise<Done<Preview> | ChangeRefusal<Preview>> {
  const { lock, gone = 'This is gone by now.', version } = definition
  const subject = lock ? await lock(tx, posted, input) : (undefined as Subject)
  if (subject === null) return refuse('not-found', gone)
  const now = posted.services.clock.now()
  const made: (ChangeResult<Preview> & Partial<Named<Name>>) | null | Done<Preview> | ChangeRefusal<Preview> =
    await definition.run(tx, input, {
      ...posted,
      subject,
      now,
    })
  if (made === null) return { ok: true }
  if ('ok' in made) return made
  const { name = 'name' in definition ? definition.name : '', subjectId, answer, ...values } = made
  const named = 'names' in definition ? definition.names[name as Name] : definition
  if (!may(posted.by, named.scope ?? definition.scope)) throw new NotAllowed()
  const shown = version?.(subject, input, posted)
  if (shown && !posted.isRolledBack && versionOf(shown.value) !== posted.version) {
    throw new ChangedSince({ subject: subjectOf(name), subjectId, timeZone: shown.timeZone, lines: shown.lines })
  }
  const id = await recordAudit(tx, { by: posted.by, action: name, subjectId, ...values, at: now })
  const isSaid = answer?.message !== undefined || answer?.shown !== undefined
  const undo = isSaid && canUndo(named, values.before) ? { undo: { confirms: definition.confirms === true } } : {}
  return { ok: true, id, subjectId, ...undo, ...answer }
}

const canUndo = ({ undo, ifRecorded }: HistoryWords, before: unknown) =>
  typeof undo !== 'string' && (!ifRecorded || Boolean((before as { undo?: unknown } | null | undefined)?.undo))

/** What operators can do without a name in History: the reason is said. */
export const unnamedChange = <Form extends $ZodType, Preview = never>(
  reason: string,
  action: Pick<Change<Form, Preview>, 'form' | 'scope' | 'confirms' | 'run'>,
): Change<Form, Preview, never> => ({ ...action, unnamed: reason })

/** Who makes a change without its form, such as a command on the server, and of what. `isConfirmed`: whatever it asks. */
type Maker = {
  services: Services
  by?: Operator
  params?: Posted['params']
  id?: string
  /** Of what was read before. */
  version?: string
  isConfirmed?: true
}

/** Makes a change for whom no form of the back office asked. By default nobody is named: it is a command on the server. */
export function makeChange<Form extends $ZodType, Preview>(
  change: Change<Form, Preview>,
  { services, by = UNNAMED, params = {}, id = '', version = '', isConfirmed }: Maker,
  input: output<Form>,
): Promise<Done<Preview> | ChangeRefusal<Preview>> {
  if (!may(by, change.scope)) return Promise.resolve(NOT_ALLOWED)
  if (change.confirms && !isJustConfirmed(by, services.clock.now())) return Promise.resolve(SIGN_IN_AGAIN)
  const posted = { services, by, params, id, version, isConfirmed: isConfirmed ?? false, isPreview: false }
  return change.run(posted, input)
}

type NameOf<One> = One extends { names: infer Names } ? keyof Names & string : never
type NameIn<All> = All extends unknown ? { [Intent in keyof All]: NameOf<All[Intent]> }[keyof All] : never

/** How History says what these changes recorded, by its name. */
export function historyOf<const All extends readonly Record<string, Change<$ZodType, unknown>>[]>(
  features: All,
): Record<NameIn<All[number]>, ScopedWords> {
  return Object.assign({}, ...features.flatMap(Object.values).map((change) => ('names' in change ? change.names : {})))
}
