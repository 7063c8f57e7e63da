import { networkError } from './api-error.ts';
import { getAddress, type Answer } from './send.ts';

interface OutgoingFile {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly file: File;
  readonly signal?: AbortSignal | undefined;
  /** Called with the part of the file that has been sent, 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Sends one file as the multipart field `file`; by XMLHttpRequest, because fetch reports no upload
 * progress.
 * @throws ApiError `network` when no answer came; the signal's reason when the caller aborted.
 */
export function sendFile({ method, path, headers, file, signal, onProgress }: OutgoingFile): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    request.open(method, getAddress(path));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(signal?.reason ?? networkError());
    request.onloadend = () => signal?.removeEventListener('abort', giveUp);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) return reject(signal.reason);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
