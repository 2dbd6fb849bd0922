import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { MoveButtons, RemoveButton, useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import type { imageChanges } from './image.changes.server.ts'
import type { ImagesPage } from './images.ts'

/** The groups of the gallery in their order, with their names. */
export function CategoriesSection({ page, answer }: { page: ImagesPage; answer: ChangeAnswer | null }) {
  const { categories, categoriesVersion } = page
  const list = useRestoredFocus<HTMLOListElement>(categories.map(({ category }) => category).join('\n'))
  if (categories.length === 0) return null
  const labels = Object.fromEntries(categories.map(({ category, label }) => [category, label]))
  return (
    <section aria-labelledby="categories">
      <h2 id="categories">Categories</h2>
      <p className="text-muted">The groups of the gallery, in this order. Guests see those that have photos.</p>
      <ol ref={list} className="image-categories">
        {categories.map(({ category, label, count }, at) => (
          <li key={category}>
            <span className="image-category">
              {label} <small>{countOf(count, 'photo')}</small>
            </span>
            <MoveButtons<typeof imageChanges>
              intent="move-category"
              id={category}
              name={label}
              isFirst={at === 0}
              isLast={at === categories.length - 1}
            />
            <RemoveButton<typeof imageChanges> intent="remove-category" id={category} name={label} />
          </li>
        ))}
      </ol>
      <ChangeForm<typeof imageChanges>
        intent="categories"
        version={categoriesVersion}
        summary="Rename categories"
        anchor="rename-categories"
        stored={{ labels }}
        answer={answer}
      >
        {(fields) => {
          const named = fields.labels.getFieldset()
          return categories.map(({ category, label }) => {
            const field = named[category]
            return field && <FormText key={category} field={field} label={label} />
          })
        }}
      </ChangeForm>
    </section>
  )
}
