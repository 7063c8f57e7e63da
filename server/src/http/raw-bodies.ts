import type { FastifyInstance } from 'fastify';

/**
 * A scope of its own for what a third party sends in its own form: `raw` gives the very bytes as a Buffer, since they are what was
 * signed; `form` gives the text of a form post. JSON is parsed in neither. The limit on a body's size holds as everywhere.
 */
export function inForeignBodies(app: FastifyInstance, kind: 'raw' | 'form', add: (scope: FastifyInstance) => void): void {
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
