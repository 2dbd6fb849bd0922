import { type DragEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { IMAGE_ACCEPT, IMAGE_NAMES } from '#app/features/media/uploads/accepted-images.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { SelectField, TextField } from '#app/ui/form/field.tsx'
import { categoryChoices } from './image-details.tsx'
import { imageQueue, type QueuedImage } from './image-queue.ts'
import { type ImagesPage, NEW_CATEGORY } from './images.ts'

const NONE: QueuedImage[] = []
const noChanges = () => () => {}

/** The photos on their way; none on the server. Each one that arrived is shown among the others. */
function useQueue(slug: string): { items: QueuedImage[]; isHydrated: boolean } {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const queue = isHydrated ? imageQueue(slug) : null
  const items = useSyncExternalStore(queue?.subscribe ?? noChanges, queue?.items ?? (() => NONE), () => NONE)
  const added = items.filter(({ state }) => state === 'added').length
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (added === 0) return
    const timer = setTimeout(revalidate, 400)
    return () => clearTimeout(timer)
  }, [added, revalidate])
  return { items, isHydrated }
}

/** Uploads photos: many at once with script, one by a plain form without. */
export function AddImages({ page, refusal }: { page: ImagesPage; refusal: string | null }) {
  const { slug, categories, units } = page
  const { items, isHydrated } = useQueue(slug)
  const [isOver, setOver] = useState(false)
  const send = (form: HTMLFormElement, files: Iterable<File> | null | undefined) => {
    const typed = new FormData(form)
    const read = (name: string) => String(typed.get(name) ?? '')
    const target = Object.entries({
      category: read('category'),
      newCategory: read('newCategory'),
      unitId: read('unitId'),
    })
    imageQueue(slug).add([...(files ?? [])], Object.fromEntries(target.filter(([, value]) => value !== '')))
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <Card anchor="add" title="Add photos">
      {refusal && (
        <p role="alert" className="form-problem">
          {refusal}
        </p>
      )}
      <form
        method="post"
        action={`/admin/homes/${slug}/photos/upload`}
        encType="multipart/form-data"
        className="image-add"
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          send(event.currentTarget, event.dataTransfer.files)
        }}
      >
        <ImageFiles isMany={isHydrated} onFiles={send} />
        <Button type="submit" variant="outline" className="needs-no-script">
          Send the photo
        </Button>
        <div className="image-add-to">
          <SelectField label="Category of these photos (optional)" name="category" defaultValue="">
            <option value="">Choose later</option>
            {categoryChoices(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <div className="image-new-category" data-value={NEW_CATEGORY}>
            <TextField label="Name of the new category" name="newCategory" autoComplete="off" />
          </div>
          {units.length > 1 && (
            <SelectField label="Unit" name="unitId">
              {units.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </form>
      {items.length > 0 && <Queue slug={slug} items={items} />}
    </Card>
  )
}

type FilesProps = { isMany: boolean; onFiles: (form: HTMLFormElement, files: FileList | null) => void }

function ImageFiles({ isMany, onFiles }: FilesProps) {
  return (
    <label className="image-files">
      <span className="image-files-title">Choose photos</span>
      <span className="field-hint noscript:hidden">As many as you like, or drop them here.</span>
      <span className="field-hint">{IMAGE_NAMES}, up to 10 MB each.</span>
      <input
        type="file"
        name="file"
        accept={IMAGE_ACCEPT}
        multiple={isMany}
        required
        onChange={({ currentTarget }) => {
          if (currentTarget.form) onFiles(currentTarget.form, currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

const STATES: Record<QueuedImage['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  storing: 'Being stored',
  added: 'Added',
  lost: 'Waiting for the connection',
  failed: 'Not sent',
  refused: 'Not added',
}

function summaryOf(items: QueuedImage[]): string {
  const count = (...states: QueuedImage['state'][]) => items.filter(({ state }) => states.includes(state)).length
  const lost = count('lost')
  const wrong = count('failed', 'refused')
  return [
    `${count('added')} of ${countOf(items.length, 'photo')} added`,
    ...(lost > 0 ? [`${lost} waiting for the connection`] : []),
    ...(wrong > 0 ? [`${wrong} not added`] : []),
  ].join(', ')
}

/** Each upload, with its result. */
function Queue({ slug, items }: { slug: string; items: QueuedImage[] }) {
  const queue = imageQueue(slug)
  const has = (...states: QueuedImage['state'][]) => items.some(({ state }) => states.includes(state))
  return (
    <div className="image-queue">
      <p role="status">{summaryOf(items)}</p>
      <ul>
        {items.map(({ id, name, state, percent, message, thumbnail }) => (
          <li key={id} data-state={state}>
            <span className="image-queue-thumbnail">
              {thumbnail && <img src={thumbnail} alt="" className="size-full object-cover" />}
            </span>
            <span>{name}</span>
            <span className="image-queue-state">{state === 'sending' ? `${percent}%` : STATES[state]}</span>
            <progress value={percent} max={100} aria-label={name} hidden={!['sending', 'storing'].includes(state)} />
            {message && <p className={state === 'lost' ? 'text-muted' : 'field-error'}>{message}</p>}
            {state !== 'added' && (
              <button type="button" className="text-button justify-self-start" onClick={() => queue.remove(id)}>
                Take off<span className="sr-only">: {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="form-buttons pt-4">
        {has('lost', 'failed') && (
          <Button variant="outline" onClick={queue.retry}>
            Try again now
          </Button>
        )}
        {has('added', 'refused') && (
          <Button variant="quiet" onClick={queue.clear}>
            Clear the finished
          </Button>
        )}
      </p>
    </div>
  )
}
