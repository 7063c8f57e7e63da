import { networkError } from './api-error.ts';
import { compareClocks, serverNow } from './server-clock.ts';

export interface Outgoing {
  readonly method: string;
  /** The path from the root of this site, query included. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The file of a reply that is no text. */
  readonly file?: Blob;
  readonly etag?: string | null;
  /** The parsed reply. */
  readonly reply?: unknown;
}

/**
 * Sends a request and reads the whole response, with any status.
 * @throws ApiError `network` when no answer came in time; the signal's reason when the caller
 * aborted.
 */
export async function send({
  method,
  path,
  headers = {},
  body,
  signal,
  timeoutMs,
}: Outgoing): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const sentAt = serverNow();
  try {
    const answer = await fetch(getAddress(path), {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: 'same-origin',
      cache: 'no-store',
      body: body ?? null,
    });
    const { status, headers: replied } = answer;
    compareClocks(replied.get('Date'), sentAt);
    const etag = replied.get('ETag');
    if (replied.get('Content-Type') === 'application/zip')
      return { status, text: '', file: await answer.blob(), etag };
    return { status, text: await answer.text(), etag };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
}

/**
 * Returns the URL of a path, relative to the document's base: the site's root, since the content
 * security policy forbids any other base.
 */
export function getAddress(path: string): URL {
  return new URL(path, document.baseURI);
}
