import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { ApiError, apiRequest } from './api-client.ts'

/**
 * The default query function: GET of the key's segments joined with slashes (`['/api/units', id, 'images']`). Returns
 * the JSON, for the query's `select` to parse, or null for an empty response. A 401 throws like any refusal, or is null
 * where being signed out is expected.
 */
export function getQueryFn(options: { on401: 'throw' | 'null' }): QueryFunction<unknown> {
  return async ({ queryKey, signal }) => {
    try {
      const response = await apiRequest('GET', queryKey.map(String).join('/'), undefined, { signal })
      const text = await response.text()
      return text ? JSON.parse(text) : null
    } catch (error) {
      if (options.on401 === 'null' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
}

/** Data never becomes stale, is not refetched on focus or by a timer, and nothing is retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
}
