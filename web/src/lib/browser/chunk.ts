/** The time after which a chunk that has not loaded is missing: two minutes. */
const chunkTimeoutMs = 120_000;

/** The error of a chunk that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type: 'missing' | 'timeout';

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(`Loading chunk failed (${type}). Please check your connection and reload.`, { cause });
    this.type = type;
  }
}

/**
 * Loads a chunk by dynamic import. @throws ChunkLoadError when it is missing or does not load in
 * time.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), chunkTimeoutMs);
  });
  const loaded = load().catch((error: unknown) => {
    throw new ChunkLoadError('missing', error);
  });
  try {
    return await Promise.race([loaded, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
