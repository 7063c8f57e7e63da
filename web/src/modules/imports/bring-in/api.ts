import { type Import, getImport, listImportRows, listImports } from '@samay/contract/imports/imports';
import { getImportWords } from '@samay/contract/imports/words';
import type { RowOutcome } from '@samay/contract/imports/rows';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const aMomentMs = 2_000;
const working: readonly Import['state'][] = ['reading', 'checking', 'running', 'undoing'];

/** Returns whether a server works on an import, so that it changes by itself. */
export function isWorking({ state }: Pick<Import, 'state'>): boolean {
  return working.includes(state);
}

/** Polls the files that were brought in while one of them is worked on and the page is visible. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call(listImports, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.items.some(isWorking) ? aMomentMs : false),
});

/** Polls one file while it is worked on. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => call(getImport, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? aMomentMs : false),
  });
}

/** The words of a checked file that name nothing of the business. Earlier ones are not shown again. */
export function wordsQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', id, 'words'],
    queryFn: ({ signal }) => call(getImportWords, { params: { id }, signal }),
    gcTime: 0,
  });
}

/** The rows that are listed: of an outcome, or those that an undo left. */
export type RowsShown = RowOutcome | 'all' | 'stayed';

/** Pages of the rows of a file in a state. A second check changes their outcomes and ends in the same state. */
export function rowsQuery({ id, state }: Pick<Import, 'id' | 'state'>, shown: RowsShown) {
  const filter = shown === 'stayed' ? { stayed: 'yes' as const } : shown === 'all' ? {} : { outcome: shown };
  return infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', state, shown],
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call(listImportRows, {
        params: { id },
        query: { ...filter, limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
