import type { Endpoint } from '@samay/contract/core/endpoint';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';

/**
 * Describes the endpoints of the contract in OpenAPI 3, as JSON. Its libraries are imported here:
 * most servers are never asked.
 */
export async function describeApi(): Promise<string> {
  const [{ endpoints }, { fastify }, { default: swagger }] = await Promise.all([
    import('@samay/contract/index'),
    import('fastify'),
    import('@fastify/swagger'),
  ]);
  // The library describes the routes of an app. This one never listens, so nothing is validated or
  // serialised.
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      info: { title: 'Samay', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });
  for (const endpoint of Object.values<Endpoint>(endpoints))
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: getSchema(endpoint),
      handler: () => undefined,
    });
  await app.ready();
  return JSON.stringify(app.swagger());
}

function getSchema(endpoint: Endpoint): FastifySchema {
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: toJsonSchema(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: toJsonSchema(endpoint.query, 'input') }),
    ...(endpoint.body && { body: toJsonSchema(endpoint.body, 'input') }),
    response: {
      ...(endpoint.reply && { [endpoint.status ?? 200]: toJsonSchema(endpoint.reply, 'output') }),
      ...(endpoint.conditional && { 304: unchanged }),
    },
  };
}

const unchanged = {
  type: 'null',
  description: 'Nothing has changed since the reply whose ETag was sent in If-None-Match',
};

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
}
