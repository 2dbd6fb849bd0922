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

/** The result of a change, as History stores it. Amounts are in cents. */
export type ChangeResult<Preview = never> = {
  subjectId: string
  /** The homes that were changed; not needed for a booking, which names its home itself. */
  propertyIds?: readonly string[]
  /** The values that Undo needs and History shows, but for a key `undo`. */
  before?: unknown
  after?: unknown
  reason?: string | null
  /** Extra parts of the answer to the operator. */
  answer?: Omit<Done<Preview>, 'ok' | 'id' | 'subjectId'>
}

/** For a change with several names, the name that applies. */
export type Named<Name extends string> = { name: Name }

/** The version of the subject that the form showed, which is compared. `lines` describe its current state. */
type Version = { value: unknown; lines: string[]; timeZone: string }

/** The input of every step of a change: the posted form, and what was loaded before. */
type PreparedPost<Prepared> = Posted & { prepared: Prepared }

type Parts<Form extends $ZodType, Subject, Preview, Prepared> = {
  form: Form
  /** The scope that the operator needs. */
  scope: Scope
  confirms?: true
  beside?: GetPreview<Preview>
  /** Loads what is needed before the transaction begins, such as a calendar of another site. */
  prepare?(posted: Posted, input: output<Form>): Promise<Prepared | Refusal>
  /**
   * Opens the transaction, if it needs locks that are there before it begins, or work after it. By default a plain one.
   */
  transaction?: <Outcome extends { ok: boolean }>(
    posted: PreparedPost<Prepared>,
    input: output<Form>,
    work: (tx: Tx) => Promise<Outcome>,
  ) => Promise<Outcome | Refusal>
  /** Made once for each `key` of the form, within this scope. */
  once?: 'key' extends keyof output<Form> ? string : never
  /** The message if that key came with other input before. */
  reused?: string
  /** Finds and locks the subject. Null if it is gone. Absent where something new is created. */
  lock?(tx: Tx, posted: PreparedPost<Prepared>, input: output<Form>): Promise<Subject | null>
  /** The message if the subject is gone. */
  gone?: string | undefined
  /** The version that the form showed: a second operator must have seen it. Absent where nothing unseen is replaced. */
  version?: ((subject: Subject, input: output<Form>, posted: Posted) => Version | null) | undefined
  /** The effects of the change, for a form with a preview. */
  preview?(posted: Posted, input: output<Form>): Promise<ChangeRefusal<Preview>>
}

/**
 * Makes the change. Null: nothing had to change, so nothing is recorded. An answer that is `ok`: the same, with
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

/** Rolls back a change that this operator may not make. */
class NotAllowed extends Error {}

/** Rolls back a change that would replace something that the operator has not seen. */
class ChangedSince extends Error {
  readonly about: Parameters<typeof changedSinceWords>[1]
  constructor(about: ChangedSince['about']) {
    super('changed since it was shown')
    this.about = about
  }
}

/**
 * A change by operators, defined once: its form, its effect, its words in History and its undo. The kernel opens the
 * transaction, locks, refuses outdated forms, and records.
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
  // The version that the page showed (`seen`) may differ when the same form is sent again.
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

/** A change without a name in History: the reason is given. */
export const unnamedChange = <Form extends $ZodType, Preview = never>(
  reason: string,
  action: Pick<Change<Form, Preview>, 'form' | 'scope' | 'confirms' | 'run'>,
): Change<Form, Preview, never> => ({ ...action, unnamed: reason })

/**
 * Who makes a change without its form, such as a command on the server, and its subject. `isConfirmed`: skips all
 * questions.
 */
type Maker = {
  services: Services
  by?: Operator
  params?: Posted['params']
  id?: string
  /** The version of the loaded record. */
  version?: string
  isConfirmed?: true
}

/** Makes a change without a form of the back office. By default nobody is named: it is a command on the server. */
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

/** How History describes the records of these changes, by their names. */
export function historyOf<const All extends readonly Record<string, Change<$ZodType, unknown>>[]>(
  features: All,
): Record<NameIn<All[number]>, ScopedWords> {
  return Object.assign({}, ...features.flatMap(Object.values).map((change) => ('names' in change ? change.names : {})))
}
