import type { FastifyInstance } from 'fastify';

/**
 * Adds routes in a Fastify scope without the JSON parser, for third parties: `raw` gives the exact
 * bytes as a Buffer, because they were signed; `form` gives the text of a form post. The limit on
 * the size of a body applies as everywhere.
 */
export function withRawBodies(
  app: FastifyInstance,
  kind: 'raw' | 'form',
  add: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (kind === 'raw') {
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    } else {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, body: string) => body,
      );
    }
    add(scope);
  });
}
