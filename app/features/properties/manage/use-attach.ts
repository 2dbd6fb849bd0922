import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, apiRequest } from '#app/shared/browser/api-client.ts'
import { PROPERTIES } from './use-properties.ts'

/** A stored image and the property it is meant for. */
export type Attachment = {
  propertyId: string
  url: string
  name: string
  altText: string
  /** The text under it in a gallery. */
  caption: string
  /** The place in the gallery; empty when the property has no units. */
  answers: { unitId?: string; category?: string }
}

function callAttach({ url, propertyId, altText, caption, answers }: Attachment) {
  const words = { ...(altText && { altText }), ...(caption && { caption }) }
  const sent = { objectPath: url, propertyId, visibility: 'public', ...answers, ...words }
  return apiRequest('POST', '/api/objects/attach', sent)
}

/** Attaches stored images to their properties, and remembers those that failed. */
export function useAttach() {
  const queries = useQueryClient()
  const [failed, setFailed] = useState<Attachment[]>([])
  const without = (list: Attachment[], { url }: Attachment) => list.filter((other) => other.url !== url)
  const { mutateAsync } = useMutation({
    mutationFn: callAttach,
    onSuccess: (_answer, attachment) => setFailed((list) => without(list, attachment)),
    onError(error, attachment) {
      reportError(error)
      setFailed((list) => [...without(list, attachment), attachment])
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PROPERTIES }),
  })
  const attach = async (attachment: Attachment) => {
    // Failures are stored above and shown.
    await mutateAsync(attachment).catch(() => {})
  }
  return { attach, failed }
}

function reportError(error: unknown) {
  const message = error instanceof ApiError ? 'Failed to attach object to property' : 'Error attaching object'
  // biome-ignore lint/suspicious/noConsole: a failed attach is logged for the operator's support
  console.error(message, error)
}
