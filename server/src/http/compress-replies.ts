import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Compresses replies of 1 kB and more; pages and their files are compressed when they are built.
 * Events, pictures, PDF and parts of files stay as they are, which are defaults of the plugin.
 * Requests are not decompressed: no client sends compressed bodies, and a decompression bomb would
 * exhaust the server.
 */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
}
