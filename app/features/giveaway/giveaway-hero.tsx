import type { ImageSource } from '#app/features/media/media.ts'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { MAX_LG } from '#app/shared/breakpoints.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Phase } from './giveaway.ts'

type Shown = {
  name: string
  lead: string
  phase: Phase
  opens: string
  closes: string
  retailValue: string
  image: ImageSource | null
}

/**
 * The prize property, the lead text and the link to the form. Then the prize's value, the closing date and the cost.
 */
export function GiveawayHero({ giveaway }: { giveaway: Shown }) {
  const { name, lead, phase, image } = giveaway
  const facts = [
    { label: 'Prize value', value: giveaway.retailValue },
    { label: DATE_LABELS[phase], value: phase === 'upcoming' ? giveaway.opens : giveaway.closes },
    { label: 'Cost to enter', value: '$0' },
  ]
  const action = phase === 'open' && (
    <a href="#enter" className="button button-ember mt-8">
      Enter to Win
    </a>
  )
  return (
    <>
      {image ? (
        <section className="giveaway-hero under-header">
          <ResponsiveImage
            image={image}
            // On a phone it is 35rem wide, mostly off screen: requesting a little less halves the bytes.
            sizes={`${MAX_LG} max(100vw, 29rem), 128vw`}
            priority
            className="giveaway-hero-image"
          />
          <div className="band giveaway-hero-text">
            <h1 className="heading-hero">{name}</h1>
            {lead && <p className="mt-6 max-w-[26rem] text-lg text-pretty">{lead}</p>}
            {action}
          </div>
        </section>
      ) : (
        <PageHead title={name} text={lead}>
          {action}
        </PageHead>
      )}
      <div className="band">
        <dl className="giveaway-facts">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex flex-col-reverse justify-end gap-1">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-display text-2xl leading-tight text-balance">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

const DATE_LABELS: Record<Phase, string> = {
  upcoming: 'Entries open',
  open: 'Entries close',
  closed: 'Entries closed',
}
