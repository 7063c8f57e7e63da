import { AppError } from '../../../core/app-error.ts';

/** Each hash takes 19 MB and a thread; more at once would only slow all of them (reliability.md A24). */
const atOnce = 4;
const longestQueue = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work when one of the four places is free; refuses with `server.unavailable` when too many wait already. */
export async function inHashQueue<T>(work: () => Promise<T>): Promise<T> {
  await takePlace();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function takePlace(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= longestQueue) throw new AppError('server.unavailable', { retryAfter: 2 });
  await new Promise<void>((resolve) => waiting.push(resolve));
}
