import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { CATEGORY_FIELDS, type ImagesPage } from './images.ts'

/** The groups of the gallery in their order, with their names. */
export function CategoriesSection({ page, answer }: { page: ImagesPage; answer: ChangeAnswer | null }) {
  const { categories, categoriesVersion: version } = page
  if (categories.length === 0) return null
  return (
    <RecordRows
      title="Categories"
      note="The groups of the gallery, in this order. Guests see those that have photos."
      anchor="categories"
      noun="category"
      none=""
      fields={CATEGORY_FIELDS}
      columns={['label']}
      more={[{ heading: 'Photos', isFigure: true, cell: ({ count }) => count }]}
      records={categories.map(({ category, label, count }) => ({ id: category, version, value: { label }, count }))}
      form={{ answer }}
      change="rename-category"
      removal={{ intent: 'remove-category' }}
      moving="move-category"
    />
  )
}
