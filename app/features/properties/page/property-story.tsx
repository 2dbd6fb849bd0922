import type { PropertyView } from '../properties.ts'

/** The text of a property: the lead, the description, its highlights, then its sections in order. */
export function PropertyStory({ property }: { property: PropertyView }) {
  const { lead, story } = property.presentation
  const sections = [{ heading: 'Highlights', paragraphs: [], items: property.highlights }, ...story].filter(
    ({ paragraphs, items }) => paragraphs.length + items.length > 0,
  )
  return (
    <div id="story" className="story">
      {lead && <p className="story-lead">{lead}</p>}
      {property.description !== lead && <p className="measure mt-5">{property.description}</p>}
      {sections.length > 0 && (
        <div className="story-sections mt-12">
          {sections.map((section) => (
            <section key={section.heading} className="story-section">
              <h2 className="font-display text-xl leading-tight">{section.heading}</h2>
              <div className="flex flex-col gap-3">
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph} className="measure">
                    {paragraph}
                  </p>
                ))}
                {section.items.length > 0 && (
                  <ul>
                    {section.items.map((item) => (
                      <li key={item} className="story-item">
                        {item}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
