import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The demo as a newcomer gets it, on data of its own that is new in each run: what the browser journeys walk through.
const directory = join(dirname(dirname(fileURLToPath(import.meta.url))), 'test-results', 'journeys-data');
rmSync(directory, { recursive: true, force: true });
process.env.DATA_DIR = directory;
await import('./start.mjs');
