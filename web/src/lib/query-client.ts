import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/**
 * Creates a query client. Reads are retried twice when the connection or the server failed, never
 * when the server refused. `onDenied` is called when a permission was refused that the screen
 * offered: the user's role or business has changed.
 */
export function createQueryClient(onDenied: () => void = () => undefined): QueryClient {
  const onError = (error: unknown) => {
    if (isDenied(error)) onDenied();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isRetryable(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Cancels a pending query and fetches again: a refetch alone would wait for the first response. */
export async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  await client.refetchQueries({ queryKey, exact: true });
}

const deniedCodes = new Set([
  'access.denied',
  'tenant.missing',
  'session.insufficient_assurance',
  'session.factor_required',
]);

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && deniedCodes.has(error.code);
}

function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500);
}
