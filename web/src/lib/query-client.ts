import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/**
 * Reads are tried twice more where the connection or the server failed, never where the server said no. `onDenied` hears that a right
 * which the screen offered is gone: the role or the business of the person has changed.
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
        retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Asks again for what is late. The first question is given up: a mere refetch would go on waiting for its answer. */
export async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  await client.refetchQueries({ queryKey, exact: true });
}

const deniedCodes = new Set(['access.denied', 'tenant.missing', 'session.insufficient_assurance', 'session.factor_required']);

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && deniedCodes.has(error.code);
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500);
}
