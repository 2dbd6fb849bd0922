import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { UploadDialog } from '#app/features/media/uploads/upload-dialog.tsx'
import type { UploadField } from '#app/features/media/uploads/upload-fields.ts'
import { ApiError, messageFor } from '#app/shared/browser/api-client.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { ListedProperty } from '../property-answers.ts'
import { NewPropertyForm } from './new-property-form.tsx'
import { PropertyImages, UnattachedImages } from './property-images.tsx'
import { useAttach } from './use-attach.ts'
import { useProperties } from './use-properties.ts'

const MOST_FILES = 5

/** Creates test properties and adds or removes their images. */
export function ManageProperties({ signInPath }: { signInPath: string }) {
  const properties = useProperties()
  const toast = useToast()
  const [chosen, setChosen] = useState<string | null>(null)
  /** A dialog stays mounted once opened: its upload continues for its own property, whatever is selected meanwhile. */
  const [dialogs, setDialogs] = useState<string[]>([])
  const [open, setOpen] = useState<string | null>(null)
  const { signedOut, setSignedOut } = useSignedOut()
  const { attach, failed } = useAttach()
  const property = properties.data?.find(({ id }) => id === chosen)

  const openDialog = (id: string) => {
    setDialogs((ids) => (ids.includes(id) ? ids : [...ids, id]))
    setOpen(id)
    setSignedOut(false)
  }
  const unavailable = () => {
    setOpen(null)
    toast.show({ title: 'We couldn’t load the upload window', description: 'Please try again.', tone: 'error' })
  }

  return (
    <div className="band page-columns grid-cols-1 gap-12 md:grid-cols-2 lg:gap-20">
      {signedOut && <SignedOut signInPath={signInPath} />}
      <NewPropertyForm onCreated={setChosen} />
      <section aria-labelledby="choice-heading" className="flex min-w-0 flex-col gap-6">
        <h2 id="choice-heading" className="heading-small">
          Properties
        </h2>
        {properties.isPending && <p role="status">Loading...</p>}
        {properties.isError && (
          <div role="alert">
            <p className="field-error">{messageFor(properties.error, 'We couldn’t load the properties.')}</p>
            <Button variant="outline" className="mt-3" onClick={() => properties.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {properties.data && <PropertyChoice properties={properties.data} chosen={chosen} onChoose={setChosen} />}
        <UnattachedImages images={failed} attach={attach} />
        <UploadButton disabled={!property} onPress={() => property && openDialog(property.id)} />
        {dialogs.map((id) => (
          <PropertyUploads
            key={id}
            property={properties.data?.find((listed) => listed.id === id)}
            open={open === id && !signedOut}
            onClose={() => setOpen((current) => (current === id ? null : current))}
            onUploaded={(uploaded) => attach({ propertyId: id, ...uploaded })}
            onSignedOut={() => setSignedOut(true)}
            onUnavailable={unavailable}
          />
        ))}
        {property && <PropertyImages key={property.id} property={property} />}
      </section>
    </div>
  )
}

function UploadButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  return (
    <div>
      <Button variant="outline" disabled={disabled} aria-describedby="upload-hint" onClick={onPress}>
        Upload Property Images
      </Button>
      <p id="upload-hint" className="field-hint mt-2">
        {disabled ? 'Choose a property first.' : `Up to ${MOST_FILES} images at a time, 10 MB each.`}
      </p>
    </div>
  )
}

/** The session has ended. Signing in opens a new tab, so that nothing typed or chosen here is lost. */
function SignedOut({ signInPath }: { signInPath: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="border-l-3 border-error bg-surface p-4 md:col-span-2">
      <p className="font-semibold">You’re no longer signed in</p>
      <p className="mt-1">
        <a className="link" href={signInPath} target="_blank" rel="noopener">
          Sign in again
        </a>{' '}
        (opens in a new tab), then come back here and try again. Nothing you entered is lost.
      </p>
    </div>
  )
}

/** Whether the session has ended: a request failed for this reason, and none has succeeded since. */
function useSignedOut() {
  const [signedOut, setSignedOut] = useState(false)
  const calls = useQueryClient().getMutationCache()
  useEffect(
    () =>
      calls.subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setSignedOut(false)
        if (event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof ApiError && error.status === 401) setSignedOut(true)
      }),
    [calls],
  )
  return { signedOut, setSignedOut }
}

type ChoiceProps = { properties: ListedProperty[]; chosen: string | null; onChoose: (id: string) => void }

/** The properties as a radio list, each with its number of images. */
function PropertyChoice({ properties, chosen, onChoose }: ChoiceProps) {
  if (properties.length === 0) return <p className="text-muted">There are no properties yet. Create one first.</p>
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Property</legend>
      <div className="border-y border-border divide-y divide-border">
        {properties.map(({ id, name, location, images, published }) => (
          <label key={id} className="flex min-h-(--target-size) cursor-pointer items-start gap-3 py-3">
            <input
              type="radio"
              name="property"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="mt-1 size-5 flex-none accent-ember"
            />
            <span className="min-w-0 flex-1 break-words">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-muted">
                {location} · {countOf(images.length, 'image')}
                {published === false && ' · Unpublished'}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type DialogProps = ComponentProps<typeof UploadDialog>
type UploadsProps = { property: ListedProperty | undefined } & Pick<
  DialogProps,
  'open' | 'onClose' | 'onUploaded' | 'onSignedOut' | 'onUnavailable'
>

/** The upload dialog of one property. If it has units, each image needs a unit and a gallery group. */
function PropertyUploads({ property, ...dialog }: UploadsProps) {
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
