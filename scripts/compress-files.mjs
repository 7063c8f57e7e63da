import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const text = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Puts `<file>.br` and `<file>.gz` beside each text file, as small as they get: the server hands them out and compresses nothing. */
export function compressFiles(directory) {
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => text.test(name))) {
    const path = join(directory, file);
    const content = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
