import { useQuery } from '@tanstack/react-query'
import type { ListedProperty } from './test-property.ts'

export const PROPERTIES = ['/api/properties']

/** The properties that the operator may add images to, from the list endpoint. */
export function useProperties() {
  return useQuery<ListedProperty[]>({ queryKey: PROPERTIES })
}
