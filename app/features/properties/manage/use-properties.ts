import { useQuery } from '@tanstack/react-query'
import type { ListedProperty } from './test-property.ts'

export const PROPERTIES = ['/api/properties']

/** The homes that the operator may put pictures to, read by the list call. */
export function useProperties() {
  return useQuery<ListedProperty[]>({ queryKey: PROPERTIES })
}
