import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of this machine that nobody listens on just now, as a setting has it. */
export async function freePort(): Promise<string> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  listening.close();
  await once(listening, 'close');
  return String(port);
}
