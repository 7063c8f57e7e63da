import { isDeepStrictEqual } from 'node:util';
import type { LoadRequest } from './load.ts';
import { makeRequests } from './operations.ts';
import { claimRows } from '../data/times.ts';
import { signIn } from './sign-in.ts';
import { type Compare, leanCaller } from './comparisons.ts';

/**
 * Throws unless the lean server gives the same rows and sums as the product: only then is it a
 * bound for the same work.
 */
export async function checkAnswers(bench: Compare): Promise<void> {
  const { api, lean, monthStart } = bench;
  const owner = await signIn(api.address, api.tenants.measured);
  const plain = leanCaller(api.tenants.measured);
  await checkSlots(bench, owner);
  for (const operation of ['list', 'search', 'revenue'] as const) {
    const [ours, theirs] = [
      makeRequests(operation, [owner], monthStart),
      makeRequests(operation, [plain], monthStart),
    ];
    for (const [index, request] of ours.entries()) {
      const product = await fetchAnswer(api.address, request);
      const bound = await fetchAnswer(lean.address, theirs[index] ?? request);
      const same = Object.entries(bound).every(([key, value]) =>
        isDeepStrictEqual(ids(value), ids(product[key])),
      );
      if (!same) throw new Error(`the lean server answers ${request.path} differently`);
    }
  }
}

/** Throws unless the lean server reads the doctors of the product's free starts, and all claims. */
async function checkSlots({ api, lean, monthStart }: Compare, owner: Record<string, string>): Promise<void> {
  const [ours, theirs] = [
    makeRequests('slots', [owner], monthStart),
    makeRequests('slots', [leanCaller(api.tenants.measured)], monthStart),
  ];
  for (const [index, request] of ours.entries()) {
    const { resources } = (await fetchAnswer(api.address, request)) as {
      resources: { resourceId: string }[];
    };
    const read = (await fetchAnswer(lean.address, theirs[index] ?? request)) as {
      resources: [string][];
      claims: [string, number[]][];
    };
    const claims = read.claims.reduce((sum, [, starts]) => sum + starts.length, 0);
    const same = isDeepStrictEqual(
      resources.map(({ resourceId }) => resourceId),
      read.resources.map(([id]) => id),
    );
    if (!same || claims !== claimRows)
      throw new Error(`the lean server answers ${request.path} differently: it read ${claims} claims`);
  }
}

async function fetchAnswer(
  address: string,
  { path, headers }: LoadRequest,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`${address}${path}`, { headers });
  if (!reply.ok) throw new Error(`${address}${path} answered ${reply.status}`);
  return (await reply.json()) as Record<string, unknown>;
}

/** Returns the ids of rows: a row of the lean server has the names of its columns. */
function ids(value: unknown): unknown {
  return Array.isArray(value) ? value.map(({ id }: { id?: unknown }) => id) : value;
}
