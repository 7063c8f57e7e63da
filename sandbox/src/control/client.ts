import type { Arrival } from '../party/party.ts';

/** Reads arrivals and sets modes through the control API, for journeys and benchmarks. */
export function controlClient(address: string) {
  return {
    /** Lists arrivals, newest first. */
    async arrivals(party: string): Promise<Arrival[]> {
      return (await ask('GET', `/parties/${party}/arrivals`)).json() as Promise<Arrival[]>;
    },
    async forget(party: string): Promise<void> {
      await ask('DELETE', `/parties/${party}/arrivals`);
    },
    /** Sets the mode. Throws when the party does not have it. */
    async setMode(party: string, mode: string): Promise<void> {
      await ask('POST', `/parties/${party}/mode`, { mode });
    },
    /** Sets the secret with which the party checks signatures. */
    async setSecret(party: string, secret: string): Promise<void> {
      await ask('POST', `/parties/${party}/secret`, { secret });
    },
  };

  async function ask(method: string, path: string, body?: unknown): Promise<Response> {
    const request =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${address}${path}`, request);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  }
}
