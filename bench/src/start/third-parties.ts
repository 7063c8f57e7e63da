import { fileURLToPath } from 'node:url';
import { sandboxPorts } from '../../../scripts/sandbox-ports.mjs';
import { sandboxEnvironment } from '../../../scripts/sandbox-settings.mjs';
import { untilReady } from '../../../scripts/until-ready.mjs';
import { end, startNode } from '../servers/node-process.ts';

/** Starts the sandbox of a server in a separate process. */
export async function startThirdParties(serverPort: number): Promise<{ stop(): Promise<void> }> {
  const child = startNode(
    fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url)),
    sandboxEnvironment(serverPort),
  );
  await untilReady(`http://127.0.0.1:${sandboxPorts(serverPort).control}/parties`);
  return { stop: () => end(child) };
}
