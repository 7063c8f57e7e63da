import type { FastifyInstance } from 'fastify';

/** An address of IPv4 with a port, or one of IPv6 in brackets. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * Removes the ports that some proxies write behind the addresses of `X-Forwarded-For`: with them
 * each connection would be another address, and a trusted proxy a stranger. Register it before what
 * reads `request.ip`.
 */
export function removeForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
  });
}

function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((address) => address.trim().replace(withPort, '$1$2'))
    .join(', ');
}
