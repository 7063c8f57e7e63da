import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Reads are tried twice more where the connection or the server failed, never where the server said no. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500);
}
