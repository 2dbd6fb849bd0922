import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { listedPropertySchema } from '../property-answers.ts'

export const PROPERTIES = ['/api/properties']

const parseList = (answer: unknown) => z.array(listedPropertySchema).parse(answer)

/** The properties that the operator may add images to, from the list endpoint. */
export function useProperties() {
  return useQuery({ queryKey: PROPERTIES, select: parseList })
}
