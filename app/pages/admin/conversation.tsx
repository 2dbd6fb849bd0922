import { randomUUID } from 'node:crypto'
import { data, useSearchParams } from 'react-router'
import { AnswerForm } from '#app/features/inbox/answer-form.tsx'
import { ConversationList, viewFrom } from '#app/features/inbox/conversation-list.tsx'
import {
  getConversation,
  listConversations,
  listSavedAnswers,
  quoteInWords,
} from '#app/features/inbox/conversations.server.ts'
import { Entries, Stays } from '#app/features/inbox/entries.tsx'
import { heldOfferChanges } from '#app/features/inbox/held-offer.changes.server.ts'
import { listHeldOffersOf } from '#app/features/inbox/held-offers.server.ts'
import { canHold } from '#app/features/inbox/hold-offer.server.ts'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { getOffer } from '#app/features/inbox/offer.server.ts'
import { HeldOffers, OfferPanel } from '#app/features/inbox/offer-panel.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatSpan } from '#app/shared/dates.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/conversation.ts'
import '#app/features/inbox/inbox.css'

/** So many others are listed beside a conversation. */
const BESIDE = 30

export async function loader({ params: { conversation: id }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  const conversation = isUuid(id) ? await getConversation(services, { id, timeZone }) : null
  if (!conversation) throw data(null, { status: 404 })
  const quote = new URL(request.url).searchParams.get('quote') ?? ''
  const draft = isUuid(quote) ? await quoteInWords(services, { id: quote, timeZone }) : null
  const held = await listHeldOffersOf(services, id)
  return {
    conversation,
    conversations: await listConversations(services, timeZone, BESIDE),
    offer: await getOffer(services, conversation, held),
    held: held.map(({ property, nights: { from, to }, offer, until }) => ({
      ...{ offer, until },
      property: property.name,
      dates: formatSpan(from, to),
    })),
    saved: await listSavedAnswers(services.db),
    draft: { text: draft ?? '', hold: draft && (await canHold(services, quote)) ? quote : null },
    formKey: randomUUID(),
  }
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...inboxChanges, ...heldOfferChanges })

export const handle: AdminHandle = {
  title: ({ conversation }: Route.ComponentProps['loaderData']) => conversation.name,
  shows: ['content', 'nights', 'stays', 'messages'],
}

/** Everything that was written between the operator and one person, beside the others. */
export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, conversations, offer, held, saved, draft, formKey } = loaderData
  const { id, name, email, isWaiting, seen, bounced, stays, properties } = conversation
  const mayChange = useMay()('contacts:write')
  const answer = actionData ?? null
  const [query] = useSearchParams()
  return (
    <>
      <PageTop
        title={name}
        crumbs={[{ to: '/admin/inbox', label: 'Inbox' }]}
        facts={
          <a href={`mailto:${email}`} className="link">
            {email}
          </a>
        }
      >
        {mayChange && (
          <ChangeButton<typeof inboxChanges>
            intent="mark"
            value={{ mark: isWaiting ? 'done' : 'waiting', seen }}
            variant="outline"
          >
            {isWaiting ? 'No answer needed' : 'Mark as waiting'}
          </ChangeButton>
        )}
      </PageTop>
      {bounced && <p className="admin-alert">An email to this address came back on {bounced}. Call, or check it.</p>}
      <ChangeNote answer={answer} forms={['answer', 'owner-state', 'quote']} />
      <div className="card inbox" data-open="">
        <ConversationList conversations={conversations} view={viewFrom(query)} open={id} />
        <div className="inbox-messages">
          <Entries conversation={conversation} mayChange={mayChange} answer={answer} />
          {mayChange && <AnswerForm {...{ conversation, saved, draft, formKey, answer }} />}
        </div>
        <div className="inbox-aside">
          <HeldOffers held={held} mayChange={mayChange} />
          {offer && <OfferPanel {...{ offer, properties, mayChange, answer }} />}
          <Stays stays={stays} />
        </div>
      </div>
    </>
  )
}
