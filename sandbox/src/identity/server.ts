import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { injectTokenFaults } from './token-faults.ts';
import { answerInteraction } from './interaction.ts';
import { type Account, people } from './accounts.ts';
import { identityProvider, newSigningKey } from './provider.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';

const modes = {
  ok: 'Asks who it is and whether the application may know.',
  deny: 'Sends everybody back with access_denied.',
  error: 'Answers 500.',
  slow: 'Answers after 15 seconds.',
  down: 'Closes the connection without an answer.',
  nonsense: 'Answers 200 with a page where data is expected.',
  forged: 'Puts a signature of nobody under the ID token.',
  replayed: 'Puts the nonce of another sign-in into the ID token.',
};

/**
 * Starts a simulated Google sign-in: a real OpenID provider with invented accounts. `slowMs` is the
 * delay of the mode `slow`.
 */
export async function startIdentityServer(
  port: number,
  { slowMs = 15_000 } = {},
): Promise<{ party: Party; close(): Promise<void> }> {
  const party = new Party('identity', 'Google sign-in', modes);
  const accounts = new Map<string, Account>(people.map((account) => [account.subject, account]));
  const key = await newSigningKey();
  const server: Server = createServer();
  party.address = `http://${loopback}:${await listen(server, port)}`;
  const provider = identityProvider(party.address, key, accounts);
  injectTokenFaults(provider, party, key);
  const answer = provider.callback();
  server.on('request', (request, response) => void receive(request, response));
  return { party, close: () => closeNow(server) };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    record(party, request);
    if (party.mode === 'down') return void response.destroy();
    if (party.mode === 'slow') await waitWhileConnected(response, slowMs);
    if (party.mode === 'error') return void response.writeHead(500).end('Internal error');
    if (party.mode === 'nonsense')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<h1>Welcome to the hotel network</h1>');
    if (request.url?.startsWith('/interaction/'))
      return answerInteraction({ provider, party, accounts }, request, response);
    await answer(request, response);
  }
}

/** Records a request by its address. Posted forms are not recorded. */
function record(party: Party, request: IncomingMessage): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', party.address);
  party.record(`${request.method} ${pathname}`, {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
  });
}

function waitWhileConnected(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
