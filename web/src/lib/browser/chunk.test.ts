import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';

afterEach(() => vi.useRealTimers());

it('returns the loaded module', async () => {
  await expect(loadChunk(async () => ({ Screen: 1 }))).resolves.toEqual({ Screen: 1 });
});

it('says that a part is missing [P-16.11]', async () => {
  const error = await loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'missing' });
  expect((error as Error).message).toContain('Loading chunk failed');
});

it('fails if a chunk is not loaded within two minutes [P-16.11]', async () => {
  vi.useFakeTimers();
  let failed: unknown;
  const loading = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => (failed = error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(failed).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
});
