import type { ContentPart, PropertyContent, Question } from '#app/features/properties/manage/property-content.ts'

/** What the pages about a home's content show. */
export type ContentPage = {
  slug: string
  name: string
  published: boolean
  content: PropertyContent
  questions: (Question & { version: string })[]
  versions: Record<ContentPart, string>
}
