import type { AnyEndpoint, BodyInput, ParamsOf, QueryInput, ReplyOf } from '@samay/contract/core/endpoint';
import { codePrompt, reasonPrompt } from './prompts.ts';
import { type ApiError, errorOfAnswer, networkError } from './api-error.ts';
import { type Tokens, tokens as browserTokens } from './access-token.ts';
import { sendRead } from './kept-replies.ts';
import { type Answer, type Outgoing, send } from './send.ts';

export { ApiError, errorText } from './api-error.ts';

const readTimeoutMs = 15_000;
const writeTimeoutMs = 30_000;

export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> & {
    idempotencyKey?: string;
    signal?: AbortSignal;
    file?: File;
    /** Called with the part of `file` that has been sent, 0 to 1. */
    onProgress?: (fraction: number) => void;
  };

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : object extends Value
    ? { [name in Name]?: Value }
    : undefined extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value };

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  file?: File;
  onProgress?: (fraction: number) => void;
};

/**
 * Calls an endpoint of the contract as the signed-in user. A refused access token is renewed once
 * and the call repeated; refused again, the session ends. A change that requires the second factor
 * asks the user for a code, access to a business for a reason, and is then repeated once.
 * @throws ApiError with the server's code and sentence, or `network` without an answer (15 s for
 *   reads, 30 s for writes).
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
): Promise<ReplyOf<E>> {
  return read<ReplyOf<E>>(await fetchAnswer(endpoint, (input ?? {}) as Loose));
}

/** Calls an endpoint that replies with a text file; the text has no byte order mark. */
export async function callForText<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<string> {
  return (await fetchAnswer(endpoint, input as Loose)).text;
}

/** Calls an endpoint that replies with a file that is no text. */
export async function callForFile<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> {
  return (await fetchAnswer(endpoint, input as Loose)).file ?? new Blob();
}

async function fetchAnswer(endpoint: AnyEndpoint, input: Loose): Promise<Answer> {
  const ask = () =>
    withToken(browserTokens, endpoint.access !== 'public', (headers) => transmit(endpoint, input, headers));
  let answer = await ask();
  if (needsCode(endpoint, answer) && (await codePrompt.ask('code'))) answer = await ask();
  if (needsReason(answer) && (await reasonPrompt.ask(getBusiness(input)))) answer = await ask();
  if (answer.status >= 400) throw errorOfAnswer(answer.status, answer.text);
  return answer;
}

/**
 * Returns whether a change was refused for a missing code. Reads never ask for one: the session is
 * loaded again, and the guard shows its page.
 */
function needsCode({ method, assurance }: AnyEndpoint, { status, text }: Answer): boolean {
  if (status !== 403 || method === 'GET' || assurance === 'any') return false;
  return errorOfAnswer(status, text).code === 'session.insufficient_assurance';
}

function needsReason({ status, text }: Answer): boolean {
  return status === 428 && errorOfAnswer(status, text).code === 'platform.reason_needed';
}

/** Returns the business that a call of a super admin accesses. */
function getBusiness({ params, query }: Loose): string {
  return String(params?.['tenantId'] ?? params?.['id'] ?? query?.['business']);
}

/**
 * Sends a request with the access token; with `renews`, a 401 renews the token and sends it again.
 */
async function withToken(
  tokens: Tokens,
  renews: boolean,
  request: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const token = tokens.access();
  const answer = await request(bearer(token));
  if (answer.status !== 401 || !renews || !token) return answer;
  const renewal = await tokens.renew(token);
  if (renewal === 'unreachable') throw networkError();
  if (renewal === 'ended') return answer;
  const second = await request(bearer(tokens.access()));
  if (second.status === 401) tokens.end();
  return second;
}

async function transmit(
  endpoint: AnyEndpoint,
  input: Loose,
  headers: Record<string, string>,
): Promise<Answer> {
  const { method } = endpoint;
  const path = fillPath(endpoint.path, input.params) + getQuery(input.query);
  const all = { ...headers, ...(input.idempotencyKey ? { 'Idempotency-Key': input.idempotencyKey } : {}) };
  if (input.file) {
    // Loads the sender on demand: few pages send files.
    const { sendFile } = await import('./send-file.ts').catch(() => {
      throw networkError();
    });
    return sendFile({
      method,
      path,
      headers: all,
      file: input.file,
      signal: input.signal,
      onProgress: input.onProgress,
    });
  }
  const isRead = method === 'GET';
  const outgoing: Outgoing = {
    method,
    path,
    headers: input.body === undefined ? all : { ...all, 'Content-Type': 'application/json' },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
    timeoutMs: isRead ? readTimeoutMs : writeTimeoutMs,
  };
  return isRead ? sendRead(outgoing) : send(outgoing);
}

function fillPath(pattern: string, params: Record<string, unknown> = {}): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function getQuery(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

function read<Reply>(answer: Answer): Reply {
  if (answer.reply !== undefined) return answer.reply as Reply;
  if (answer.text === '') return undefined as Reply;
  try {
    return JSON.parse(answer.text) as Reply;
  } catch {
    throw errorOfAnswer(502, answer.text) satisfies ApiError;
  }
}
