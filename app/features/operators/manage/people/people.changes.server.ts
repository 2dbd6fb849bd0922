import { and, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { endPasswordLinks, makeAccountLink } from '#app/features/operators/account-links.server.ts'
import { emailField, isEmailTaken } from '#app/features/operators/email-address.server.ts'
import { invitationMail } from '#app/features/operators/operators.mail.tsx'
import { accountLinks, operatorSessions, users } from '#app/features/operators/operators.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { refuse } from '#app/shared/refusal.ts'
import { ROLE_NAMES, ROLES, type Role } from '#app/shared/roles.ts'
import { isUuid } from '#app/shared/uuid.ts'

const PERSON: FactFields = {
  name: { label: 'Name', kind: 'line' },
  email: { label: 'Email', kind: 'line' },
  role: { label: 'Role', kind: 'choice', options: ROLES },
  properties: { label: 'Homes', kind: 'properties' },
}

const propertiesField = z
  .union([z.guid().transform((id) => [id]), z.array(z.guid()).max(500)])
  .optional()
  .transform((ids = []) => ids.toSorted())

const roleFields = { role: z.enum(ROLE_NAMES, 'Please choose a role'), properties: propertiesField }

/** The homes of a role that may be limited to some; null for any other. */
const limited = ({ role, properties }: { role: Role; properties: string[] }) =>
  'byProperty' in ROLES[role] ? properties : null

const CHOOSE_PROPERTIES = refuse('invalid-input', CHECK_FIELDS, {
  properties: 'Please choose at least one home',
})
const GONE = 'This person is gone. Somebody else may have removed them.'
const LAST_OWNER = refuse('refused', 'The site needs an owner who can sign in. Make somebody else an owner first.')
const EMAIL_TAKEN = refuse('refused', '', { email: 'Somebody has an account with this address already' })

const ofOne = z.object({ id: z.guid() })

/** Finds and locks a person. All owners are locked too, so that two who remove each other do not both succeed. */
async function lockPerson(tx: Tx, { id }: { id: string }) {
  if (!isUuid(id)) return null
  await tx.select({ id: users.id }).from(users).where(eq(users.role, 'owner')).orderBy(users.id).for('update')
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return person ?? null
}

/** Whether nobody else is an owner who may sign in. */
const isLastOwner = async (tx: Tx, { id, role, suspendedAt }: typeof users.$inferSelect) => {
  if (role !== 'owner' || suspendedAt) return false
  return (await tx.$count(users, and(eq(users.role, 'owner'), isNull(users.suspendedAt), ne(users.id, id)))) === 0
}

const endSessions = (tx: Tx, userId: string) => tx.delete(operatorSessions).where(eq(operatorSessions.userId, userId))

const named = z.object({ name: z.string() })
const addressed = z.object({ email: z.string() })
const personSchema = named.extend({ role: z.enum(ROLE_NAMES), properties: z.array(z.guid()).nullable() })
type PersonFacts = z.output<typeof personSchema>

const factsOf = ({ username, role, propertyIds }: typeof users.$inferSelect): PersonFacts => {
  return { name: username, role, properties: propertyIds }
}

/** Gives back the earlier role, unless somebody chose another one since. */
const undoRole = undoFrom({ before: personSchema }, async (tx, _services, { subjectId, before, after }) => {
  const person = await lockPerson(tx, { id: subjectId })
  if (!person || canonical(factsOf(person)) !== canonical(after)) {
    return refuse('refused', 'The role was changed again since.')
  }
  const { role, properties } = before
  if (role !== 'owner' && (await isLastOwner(tx, person))) return LAST_OWNER
  await tx.update(users).set({ role, propertyIds: properties }).where(eq(users.id, person.id))
  return undefined
})

/** The changes of the page of the team. Each requires a recent sign-in: it opens the site to others. */
export const peopleChanges = {
  invite: defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'person.invited',
    words: fromRecorded({ after: addressed }, ({ after }) => `${after.email} invited`),
    facts: PERSON,
    undo: 'Withdraw the invitation instead.',
    once: 'invitations',
    form: z.object({ email: emailField, ...roleFields, key: z.guid() }),
    run: async (tx, { email, key: _, ...choice }, { services, by }) => {
      const propertyIds = limited(choice)
      if (propertyIds?.length === 0) return CHOOSE_PROPERTIES
      if (await isEmailTaken(tx, email)) return EMAIL_TAKEN
      // A new invitation has another link, and the earlier one ends.
      await tx.delete(accountLinks).where(and(eq(accountLinks.email, email), isNull(accountLinks.userId)))
      const { role } = choice
      const { id, url } = await makeAccountLink(services, tx, { email, role, propertyIds })
      const mailSite = await getMailSite({ ...services, db: tx })
      const from = by.name ?? mailSite.brand
      await enqueueMail(services, tx, invitationMail({ site: mailSite, to: email, role, url, by: from }))
      return { subjectId: id, after: { email, role, properties: propertyIds } }
    },
  }),
  withdraw: defineChange({
    scope: 'people:write',
    name: 'invitation.withdrawn',
    words: fromRecorded({ before: addressed }, ({ before }) => `Invitation of ${before.email} withdrawn`),
    facts: PERSON,
    undo: 'Invite them again instead.',
    form: ofOne,
    run: async (tx, { id }) => {
      const isIt = and(eq(accountLinks.id, id), isNull(accountLinks.userId))
      const [link] = await tx.delete(accountLinks).where(isIt).returning()
      if (!link) return refuse('not-found', 'This invitation has ended or was accepted.')
      return { subjectId: id, before: { email: link.email, role: link.role } }
    },
  }),
  role: defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'person.role-changed',
    words: fromRecorded({ before: named }, ({ before }) => `Role of ${before.name} changed`),
    facts: PERSON,
    undo: undoRole,
    form: ofOne.extend(roleFields),
    lock: lockPerson,
    gone: GONE,
    run: async (tx, choice, { subject: person }) => {
      const propertyIds = limited(choice)
      if (propertyIds?.length === 0) return CHOOSE_PROPERTIES
      if (choice.role !== 'owner' && (await isLastOwner(tx, person))) return LAST_OWNER
      const before = factsOf(person)
      const after = { ...before, role: choice.role, properties: propertyIds }
      if (canonical(before) === canonical(after)) return null
      await tx.update(users).set({ role: choice.role, propertyIds }).where(eq(users.id, person.id))
      return { subjectId: person.id, before, after }
    },
  }),
  suspend: defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'person.suspended',
    words: fromRecorded({ before: named }, ({ before }) => `${before.name} suspended`),
    facts: PERSON,
    undo: 'Let them sign in again instead.',
    form: ofOne,
    lock: lockPerson,
    gone: GONE,
    run: async (tx, _, { subject: person, now }) => {
      if (person.suspendedAt) return null
      if (await isLastOwner(tx, person)) return LAST_OWNER
      await tx.update(users).set({ suspendedAt: now }).where(eq(users.id, person.id))
      await endSessions(tx, person.id)
      await endPasswordLinks(tx, person.id)
      return { subjectId: person.id, before: { name: person.username } }
    },
  }),
  resume: defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'person.resumed',
    words: fromRecorded({ after: named }, ({ after }) => `${after.name} may sign in again`),
    facts: PERSON,
    undo: 'Suspend them instead.',
    form: ofOne,
    lock: lockPerson,
    gone: GONE,
    run: async (tx, _, { subject: person }) => {
      if (!person.suspendedAt) return null
      await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, person.id))
      return { subjectId: person.id, after: { name: person.username } }
    },
  }),
  remove: defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'person.removed',
    words: fromRecorded({ before: named }, ({ before }) => `${before.name} removed`),
    facts: PERSON,
    undo: 'Invite them again instead.',
    form: ofOne,
    lock: lockPerson,
    gone: GONE,
    run: async (tx, _, { subject: person }) => {
      if (await isLastOwner(tx, person)) return LAST_OWNER
      await tx.delete(users).where(eq(users.id, person.id))
      return { subjectId: person.id, before: factsOf(person) }
    },
  }),
  'second-factor': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'site.second-factor-changed',
    words: fromRecorded({ after: z.boolean() }, ({ after }) =>
      after ? 'Second factor required for money' : 'Second factor no longer required',
    ),
    facts: { label: 'Second factor required', kind: 'check' },
    undo: 'Change it back instead.',
    form: z.object({ required: z.enum(['yes', 'no']) }),
    run: async (tx, { required }) => {
      const after = required === 'yes'
      const changed = await tx
        .update(site)
        .set({ requiresSecondFactor: after })
        .where(ne(site.requiresSecondFactor, after))
        .returning({ id: site.id })
      return changed.length > 0 ? { subjectId: 'site', before: !after, after } : null
    },
  }),
}
