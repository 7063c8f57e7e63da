import type { Sandbox } from './sandbox.ts';

interface Message {
  readonly path: string;
  readonly body: unknown;
  /** What the receiver thinks of its signature: `right`, or what is wrong with it. */
  readonly signature: string;
  /** How the receiver was when it came. */
  readonly mode: string;
}

/** Where the pretend receiver of webhooks listens, at any path. */
export async function receiverAddress(sandbox: Sandbox): Promise<string> {
  const parties = (await (await fetch(`${sandbox.address}/parties`)).json()) as { name: string; address: string }[];
  const address = parties.find(({ name }) => name === 'webhook')?.address;
  if (!address) throw new Error('The sandbox has no receiver of webhooks.');
  return address;
}

/** What came, oldest first. */
export async function messages({ control }: Sandbox): Promise<Message[]> {
  const arrivals = (await control.arrivals('webhook')).toReversed();
  return arrivals.map(({ mode, content: { path, body, signature } }) => ({
    path: String(path),
    body: JSON.parse(String(body)),
    signature: String(signature),
    mode,
  }));
}
