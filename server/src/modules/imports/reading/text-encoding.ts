import { isUtf8 } from 'node:buffer';
import { AppError, assertThat } from '../../../core/app-error.ts';

const decodedAtOnce = 256 * 1024;

/**
 * Decodes a text file in parts: by its byte order mark, as UTF-16 without one, as UTF-8 if all of it is
 * that, else as Windows-1252. @throws AppError `import.not_text`
 */
export function* decodedText(content: Buffer): Generator<string> {
  const encoding = getEncoding(content);
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at <= content.length; at += decodedAtOnce) {
    const part = content.subarray(at, at + decodedAtOnce);
    const text = decode(decoder, part, at + decodedAtOnce <= content.length);
    assertThat(!text.includes('\0'), 'import.not_text');
    yield text;
  }
}

function decode(decoder: TextDecoder, part: Buffer, hasMore: boolean): string {
  try {
    return decoder.decode(part, { stream: hasMore });
  } catch {
    // Half a character, or bytes that the byte order mark does not announce.
    throw new AppError('import.not_text');
  }
}

function getEncoding(content: Buffer): string {
  const begins = (hex: string) => content.toString('hex', 0, hex.length / 2) === hex;
  if (begins('efbbbf')) return 'utf-8';
  if (begins('fffe')) return 'utf-16le';
  if (begins('feff')) return 'utf-16be';
  const wide = getWideEncoding(content.subarray(0, 512));
  if (wide !== undefined) return wide;
  if (isUtf8(content)) return 'utf-8';
  // Half a character that was written as if it were a whole one: no text of Windows-1252 has it.
  assertThat(!/\xed[\xa0-\xbf][\x80-\xbf]/.test(content.toString('latin1')), 'import.not_text');
  return 'windows-1252';
}

/** Recognises UTF-16 without a mark: every other byte of Latin letters and separators is zero. */
function getWideEncoding(start: Buffer): string | undefined {
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = start.length / 2;
  if (odd > most / 4 && even === 0) return 'utf-16le';
  return even > most / 4 && odd === 0 ? 'utf-16be' : undefined;
}
