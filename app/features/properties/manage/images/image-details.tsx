import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import type { imageChanges } from './image.changes.server.ts'
import { type Image, type ImagesPage, NEW_CATEGORY, SUGGESTED } from './images.ts'

/** The choice of a category: those of the home, what homes usually have, and a new one. */
export function categoryChoices(categories: ImagesPage['categories']): [value: string, label: string][] {
  const labels = new Set(categories.map(({ label }) => label))
  return [
    ...categories.map(({ category, label }): [string, string] => [category, label]),
    ...SUGGESTED.filter((label) => !labels.has(label)).map((label): [string, string] => [label, label]),
    [NEW_CATEGORY, 'A new category'],
  ]
}

type Props = {
  image: Image
  page: Pick<ImagesPage, 'categories' | 'units'>
  answer: ChangeAnswer | null
  /** The text that opens the form; without it the form is open. */
  summary?: string
}

/** The words and the category of a photo. */
export function ImageDetails({ image, page, answer, summary }: Props) {
  const { id, version, altText, caption, category, unitId } = image
  return (
    <ChangeForm<typeof imageChanges>
      intent="image"
      id={id}
      version={version}
      summary={summary}
      variant="outline"
      stored={{ altText, caption, category, unitId }}
      // The answer about another photo leaves this form and its input unchanged.
      answer={answer?.id === id ? answer : null}
    >
      {(fields) => (
        <>
          <FormText
            field={fields.altText}
            label="Alt text"
            hint={summary && 'What it shows, for people who can’t see it'}
          />
          <FormSelect field={fields.category} label="Category" none="None" options={categoryChoices(page.categories)} />
          <div className="image-new-category">
            <FormText field={fields.newCategory} label="Name of the new category" />
          </div>
          {page.units.length > 1 && (
            <FormSelect field={fields.unitId} label="Unit" options={page.units.map((unit) => [unit.id, unit.name])} />
          )}
          <FormText
            field={fields.caption}
            label="Caption (optional)"
            hint={summary && 'Guests read it under the photo'}
          />
        </>
      )}
    </ChangeForm>
  )
}
