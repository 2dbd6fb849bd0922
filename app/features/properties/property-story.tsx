import type { PropertyView } from './properties.ts'

/** The home in words: the lead, the description, then its sections in their order. */
export function PropertyStory({ home }: { home: PropertyView }) {
  const { lead, story } = home.presentation
  return (
    <div className="flex flex-col gap-4">
      {lead && <p className="measure text-lead">{lead}</p>}
      {home.description !== lead && <p className="measure">{home.description}</p>}
      {story.map((section) => (
        <section key={section.heading} className="mt-6 flex flex-col gap-3">
          <h2 className="heading-small">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="measure">
              {paragraph}
            </p>
          ))}
          {section.items.length > 0 && <HairlineList items={section.items} />}
        </section>
      ))}
    </div>
  )
}

/** A list whose rows are parted by hairlines. */
export function HairlineList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item} className="border-b border-line py-2">
          {item}
        </li>
      ))}
    </ul>
  )
}
