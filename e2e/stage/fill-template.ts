import { fileURLToPath } from 'node:url';
import { buildWebWhenStale } from '../../scripts/build-web.mjs';
import { basePort } from './ports.ts';
import { forgetSeenTexts } from './seen-texts.ts';
import { Server } from './server.ts';

/** Builds the pages when stale and fills the demo once: every server of the journeys begins with a copy, which is quicker. */
export default async function fillTemplate(): Promise<() => Promise<void>> {
  await buildWebWhenStale(fileURLToPath(new URL('../..', import.meta.url)), process.execPath);
  forgetSeenTexts();
  const server = await Server.open(basePort);
  await server.stop();
  process.env['JOURNEYS_TEMPLATE'] = server.directory;
  return () => server.close();
}
