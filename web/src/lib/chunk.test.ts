import { expect, it } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';

it('hands on what was loaded', async () => {
  await expect(loadChunk(async () => ({ Screen: 1 }))).resolves.toEqual({ Screen: 1 });
});

it('says that a part is missing', async () => {
  const error = await loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'missing' });
  expect((error as Error).message).toContain('Loading chunk failed');
});

it('says that a part did not come in time', async () => {
  await expect(loadChunk(() => new Promise(() => undefined), 10)).rejects.toMatchObject({ type: 'timeout' });
});
