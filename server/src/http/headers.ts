import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Allows this response's own style elements, and no others (reliability.md 5.6). */
    styleNonce: string;
  }
}

/** The security headers of every answer. */
export async function secureHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const https = settings.publicUrl.startsWith('https:');
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', async (request, reply) => {
    const isPage = !request.url.startsWith('/api/');
    if (isPage) reply.styleNonce = randomBytes(16).toString('base64url');
    else reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', isPage ? pagePolicy(reply.styleNonce) : dataPolicy);
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Data is no page: nothing may be loaded by it or around it. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Written out here, since helmet would put its directives together at every answer. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join(';');
}
