import { describe, expect, it } from 'vitest';
import { inHashQueue } from './password.ts';

describe('the hash queue', () => {
  it('runs four concurrently, queues 32 and rejects the next', async () => {
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
    };
    const accepted = Array.from({ length: 36 }, () => inHashQueue(work));
    await expect(inHashQueue(work)).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 2 });
    gate.resolve();
    await Promise.all(accepted);
    expect(most).toBe(4);
    expect(running).toBe(0);
  });

  it('starts the next one when work fails', async () => {
    const failing = Array.from({ length: 20 }, () =>
      inHashQueue(async () => {
        throw new Error('no');
      }),
    );
    const outcomes = await Promise.allSettled(failing);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(
      Promise.all(Array.from({ length: 36 }, () => inHashQueue(async () => 'done'))),
    ).resolves.toHaveLength(36);
  });
});
