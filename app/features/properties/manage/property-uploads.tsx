import { type ComponentProps, useMemo } from 'react'
import { UploadDialog } from '#app/features/media/upload-dialog.tsx'
import type { UploadField } from '#app/features/media/upload-fields.ts'
import type { ListedProperty } from './test-property.ts'

export const MOST_FILES = 5

type DialogProps = ComponentProps<typeof UploadDialog>
type Props = { property: ListedProperty | undefined } & Pick<
  DialogProps,
  'open' | 'onClose' | 'onUploaded' | 'onSignedOut' | 'onUnavailable'
>

/** The upload dialog of one property. If it has units, each image needs a unit and a gallery group. */
export function PropertyUploads({ property, ...dialog }: Props) {
  const { units, galleryGroups } = property ?? {}
  // Keeps the same array while the property's fields are the same: a new array would reset the dialog.
  const questions = useMemo(() => placesOf({ units, galleryGroups }), [units, galleryGroups])
  return (
    <UploadDialog
      {...dialog}
      title={`Upload images of ${property?.name ?? 'a property'}`}
      maxFiles={MOST_FILES}
      questions={questions}
    />
  )
}

function placesOf({ units = [], galleryGroups = [] }: Pick<ListedProperty, 'units' | 'galleryGroups'>): UploadField[] {
  if (units.length === 0 || galleryGroups.length === 0) return []
  const groups = galleryGroups.map(({ category, label }) => ({ value: category, label }))
  return [
    { id: 'unitId', name: 'Unit', choices: units.map(({ id, name }) => ({ value: id, label: name })) },
    { id: 'category', name: 'Gallery group', choices: groups },
  ]
}
