import { continueClosing } from '@samay/contract/bookings/closings';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { ApiError, call } from '../../../lib/api/api.ts';

const shortestPauseMs = 1_000;
const longestPauseMs = 15_000;

interface Follower {
  readonly onStep: (reply: ReplyOf<typeof continueClosing>) => void;
  /** Called when the network or the server is away, before the next try. */
  readonly onAway: () => void;
}

/**
 * Carries out the decisions of a closing, or takes them back, step by step until nothing is left or
 * `signal` aborts. A step that got no answer is sent again after a pause: the server does nothing
 * twice.
 * @throws ApiError for a refusal
 */
export async function carryOut(id: string, signal: AbortSignal, { onStep, onAway }: Follower): Promise<void> {
  let pauseMs = shortestPauseMs;
  while (!signal.aborted) {
    try {
      const reply = await call(continueClosing, { params: { id }, signal });
      if (signal.aborted) return;
      pauseMs = shortestPauseMs;
      onStep(reply);
      if (reply.left === 0) return;
      // Another request is at it.
      if (reply.handled.length === 0) await pause(shortestPauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      onAway();
      await pause(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Returns whether a later try may succeed: the server is away, or was asked too often. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
