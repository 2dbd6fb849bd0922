import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, apiRequest, messageFor } from '#app/shared/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/form/field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { listedPropertySchema } from '../property-answers.ts'
import { FIELDS, parseTestProperty, type TestProperty, testPropertyPayload } from './test-property.ts'
import { PROPERTIES } from './use-properties.ts'

/** Creates a test property. The typed values stay until it has been created. */
export function NewPropertyForm({ onCreated }: { onCreated: (id: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { creation, errors, create } = useCreation(form, onCreated)
  /** Before hydration the browser would submit the form itself and lose the input. */
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create(new FormData(event.currentTarget))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-labelledby="new-property-heading"
      className="flex flex-col gap-5"
    >
      <h2 id="new-property-heading" className="heading-small">
        Create a test property
      </h2>
      <TextField label="Property Name" name="name" required autoComplete="off" error={errors.name} />
      <AreaField label="Description" name="description" required error={errors.description} />
      <TextField label="Location" name="location" required autoComplete="off" error={errors.location} />
      {creation.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="field-error">
          {messageFor(creation.error, 'We couldn’t create the property. Nothing you typed is lost. Please try again.')}
        </p>
      )}
      <Button
        type="submit"
        disabled={!alive}
        pending={creation.isPending}
        pendingText="Creating..."
        className="self-start"
      >
        Create Property
      </Button>
    </form>
  )
}

/** Another attempt with the same values has the same key. */
function useCreation(form: RefObject<HTMLFormElement | null>, onCreated: (id: string) => void) {
  const queries = useQueryClient()
  const toast = useToast()
  const [idempotencyKey, renewKey] = useState<string>()
  const [errors, setErrors] = useState<Partial<TestProperty>>({})

  const show = (found: Partial<TestProperty>) => {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const creation = useMutation({
    mutationFn: async ({ typed, key }: { typed: TestProperty; key: string }) => {
      const answer = await apiRequest('POST', '/api/properties', testPropertyPayload(typed), { idempotencyKey: key })
      return listedPropertySchema.parse(await answer.json())
    },
    async onSuccess({ id, name }) {
      renewKey(undefined)
      form.current?.reset()
      toast.show({ title: 'Property created', description: `${name} has no images yet. Add some below.` })
      await queries.invalidateQueries({ queryKey: PROPERTIES })
      onCreated(id)
    },
    onError(error) {
      if (!(error instanceof ApiError)) return
      // The first attempt succeeded, but its response never arrived; the values typed now are another property.
      if (error.body?.code === 'key-reused') renewKey(undefined)
      show(error.body?.fields ?? {})
    },
  })

  const create = (data: FormData) => {
    if (creation.isPending) return
    const { typed, errors: found } = parseTestProperty(data)
    show(found)
    if (Object.keys(found).length > 0) return
    const key = idempotencyKey ?? crypto.randomUUID()
    renewKey(key)
    creation.mutate({ typed, key })
  }
  return { creation, errors, create }
}
