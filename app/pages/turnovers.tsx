import { data, Form, redirect, useNavigation, useParams } from 'react-router'
import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { getCleanerPage, markDone, markSchema, markSeen } from '#app/features/turnovers/cleaner-page.server.ts'
import { dayHeading, TurnoverCard } from '#app/features/turnovers/turnover-card.tsx'
import {
  byDay,
  type CleanerTurnover,
  MOST_READY_IMAGES,
  MOST_WAITING_IMAGES,
} from '#app/features/turnovers/turnovers.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { addDays } from '#app/shared/dates.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { countOf } from '#app/shared/words.ts'
import { LinkPage, LinkPageError } from '#app/shell/link-page.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Route } from './+types/turnovers.ts'
import '#app/features/turnovers/turnovers.css'

export const handle: PageHandle = { perRequest: true, secret: true }

const IMAGE_ANSWERS: Record<string, string> = {
  sent: 'The photo is with the operator. Thank you.',
  gone: 'This turnover is no longer on the list. Please write to the operator.',
  full: `This photo was not sent. Up to ${MOST_WAITING_IMAGES} photos of damage can wait for the operator, and ${MOST_READY_IMAGES} can show that a home is ready.`,
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getCleanerPage(context.get(servicesContext), params.secret)
  if (!page) throw data(null, { status: 404 })
  const code = new URL(request.url).searchParams.get('image') ?? ''
  const image = (Object.hasOwn(IMAGE_ANSWERS, code) ? IMAGE_ANSWERS[code] : uploadWords(code)) ?? null
  // From here, so that phones do not load the list of kinds.
  return { accept: IMAGE_ACCEPT, ...page, image, imageFailed: code !== 'sent' }
}

/** Whoever has the link may say what was seen and done. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { secret } = params
  const form = await request.formData().catch(() => new FormData())
  const mark = markSchema.safeParse(Object.fromEntries(form)).data
  if (!mark) throw data(null, { status: 400 })
  const outcome =
    mark.intent === 'seen'
      ? await markSeen(services, { secret, key: mark.turnover ?? null })
      : await markDone(services, { secret, key: mark.turnover, isDone: mark.intent === 'done' })
  if (!outcome.ok && outcome.reason === 'no-link') throw data(null, { status: 404 })
  return redirect(`/turnovers/${secret}`, 303)
}

export const headers: Route.HeadersFunction = () => ({
  'cache-control': 'no-store',
  // With `no-referrer` browsers would send forms without their origin, which is refused.
  'referrer-policy': 'same-origin',
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Turnovers',
    description: 'Homes to be made ready.',
    path: '/turnovers',
    noindex: true,
  })

export default function CleanerTurnovers({ loaderData }: Route.ComponentProps) {
  const { name, turnovers, image, imageFailed, accept } = loaderData
  const { secret } = useParams()
  const today = turnovers[0]?.today ?? ''
  const tomorrow = today && addDays(today, 1)
  const waiting = turnovers.filter(({ isSeen, changes }) => !isSeen || changes.length > 0).length
  return (
    <LinkPage>
      <h1>Turnovers</h1>
      <p className="text-muted">
        For {name}, the next 30 days.{' '}
        <a className="link" href={`/turnovers/${secret}.ics`}>
          Add to my calendar
        </a>
      </p>
      <p role="status" className={image ? 'turnover-changes' : undefined} data-failed={imageFailed || undefined}>
        {image}
      </p>
      {turnovers.length === 0 && <p>Nothing to do in the next 30 days.</p>}
      {waiting > 1 && (
        <Form method="post" preventScrollReset className="turnover-buttons">
          <Button type="submit" name="intent" value="seen" variant="outline">
            I’ve seen all {waiting}
          </Button>
        </Form>
      )}
      {byDay(turnovers).map(({ day, turnovers: own }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="turnover-day">
          <h2 id={`day-${day}`}>{dayHeading(day, today, tomorrow)}</h2>
          <ul className="turnover-list">
            {own.map((turnover) =>
              turnover.isGone ? (
                <Gone key={turnover.key} turnover={turnover} />
              ) : (
                <TurnoverCard
                  key={turnover.key}
                  turnover={turnover}
                  isChanged={turnover.isNew || turnover.changes.length > 0}
                >
                  <Changes turnover={turnover} />
                  <Buttons turnover={turnover} />
                  {canBeReady(turnover) && (
                    <Image shows="ready" turnover={turnover} secret={secret ?? ''} accept={accept} />
                  )}
                  <Image shows="damage" turnover={turnover} secret={secret ?? ''} accept={accept} />
                </TurnoverCard>
              ),
            )}
          </ul>
        </section>
      ))}
    </LinkPage>
  )
}

function Changes({ turnover: { changes, isNew } }: { turnover: CleanerTurnover }) {
  if (changes.length === 0 && !isNew) return null
  return (
    <p className="turnover-changes">
      <strong>{isNew ? 'New' : 'Changed'}</strong> {changes.join(' ')}
    </p>
  )
}

function Gone({ turnover }: { turnover: CleanerTurnover }) {
  return (
    <li className="turnover" data-changed>
      <h3>{turnover.property}</h3>
      <Changes turnover={turnover} />
      <Buttons turnover={turnover} />
    </li>
  )
}

/** Nothing is done before somebody has left. */
const canBeReady = ({ isGone, leaves, day, today }: CleanerTurnover) => !isGone && (leaves === null || day <= today)

function Buttons({ turnover }: { turnover: CleanerTurnover }) {
  const { key, property, isSeen, isDone, changes } = turnover
  const pending = useNavigation().formMethod !== undefined
  const needsSeen = !isSeen || changes.length > 0
  const canBeDone = canBeReady(turnover) && !isDone
  return (
    <Form method="post" preventScrollReset className="turnover-buttons">
      <input type="hidden" name="turnover" value={key} />
      {needsSeen ? (
        <Button
          type="submit"
          name="intent"
          value="seen"
          variant="outline"
          pending={pending}
          aria-label={`Seen: ${property}`}
        >
          Seen
        </Button>
      ) : (
        !isDone && <span className="turnover-state">Seen</span>
      )}
      {canBeDone && (
        <Button type="submit" name="intent" value="done" pending={pending} aria-label={`Done: ${property}`}>
          Done
        </Button>
      )}
      {isDone && (
        <>
          <span className="turnover-state">Done, the home is ready</span>
          <Button
            type="submit"
            name="intent"
            value="not-done"
            variant="quiet"
            pending={pending}
            aria-label={`Not done: ${property}`}
          >
            Not done
          </Button>
        </>
      )}
    </Form>
  )
}

type Shows = keyof CleanerTurnover['images']
type ImageProps = { turnover: CleanerTurnover; secret: string; accept: string; shows: Shows }

const IMAGES: Record<Shows, { summary: string; label: (property: string) => string }> = {
  ready: { summary: 'Show that it’s ready', label: (property) => `Photo that shows that ${property} is ready` },
  damage: { summary: 'Report damage', label: (property) => `Photo of damage in ${property}` },
}

function Image({ turnover: { key, property, images }, secret, accept, shows }: ImageProps) {
  const { summary, label } = IMAGES[shows]
  const sent = images[shows]
  return (
    <details className="turnover-image">
      <summary>
        {summary}
        {sent > 0 && ` (${countOf(sent, 'photo')} sent)`}
      </summary>
      <form
        method="post"
        encType="multipart/form-data"
        action={`/turnovers/${secret}/photos?${new URLSearchParams({ turnover: key, shows })}`}
      >
        <input type="file" name="file" accept={accept} capture="environment" required aria-label={label(property)} />
        <Button type="submit" variant="outline" aria-label={`Send photo: ${summary}, ${property}`}>
          Send photo
        </Button>
      </form>
    </details>
  )
}

export const ErrorBoundary = LinkPageError
