import { randomBytes } from 'node:crypto';
import type { ErrorReply } from '@samay/contract/errors';
import type { Appointment } from '@samay/contract/appointments';
import type { Client } from './client.ts';
import type { TestApp } from './app.ts';

/** One part of a multipart body; without a file name it is a field. */
export interface SentPart {
  readonly name?: string;
  readonly fileName?: string | undefined;
  readonly mediaType?: string;
  readonly content: Buffer | string;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: Appointment;
  readonly error: ErrorReply['error'] | undefined;
}

/** A multipart body as a browser would send it, file names byte for byte; `cut` leaves its end away. */
export function multipart(parts: readonly SentPart[], { cut = 0 } = {}): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----samay${randomBytes(12).toString('hex')}`;
  const chunks = parts.flatMap(({ name = 'file', fileName, mediaType, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n`,
    `${mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  const payload = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return {
    payload: payload.subarray(0, payload.length - cut),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Sends a prescription for a booking. */
export async function upload(
  { app }: Pick<TestApp, 'app'>,
  client: Client,
  appointmentId: string,
  parts: readonly SentPart[],
  options: { cut?: number } = {},
): Promise<UploadAnswer> {
  const { payload, headers } = multipart(parts, options);
  const response = await app.inject({
    method: 'PUT',
    url: `/api/appointments/${appointmentId}/prescription`,
    payload,
    headers: { ...client.headers(), ...headers },
  });
  const body: unknown = response.json();
  return { status: response.statusCode, body: body as Appointment, error: (body as Partial<ErrorReply>).error };
}
