import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../core/settings.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Allows the style elements of this response, and no others. */
    styleNonce: string;
  }
}

/** Sets the security headers of every answer. */
export async function secureHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const https = settings.publicUrl.startsWith('https:');
  const formTargets = getFormTargets(settings);
  const frames = getFrames(settings);
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', (request, reply, done) => {
    const isPage = !request.url.startsWith('/api/');
    if (isPage) reply.styleNonce = randomBytes(16).toString('base64url');
    else reply.header('cache-control', 'no-store');
    reply.header(
      'content-security-policy',
      isPage ? pagePolicy(reply.styleNonce, formTargets, frames) : dataPolicy,
    );
    reply.header(
      'referrer-policy',
      isSecretPage(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    );
    reply.header('permissions-policy', permissionsPolicy);
    done();
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Returns the headers of an API answer, for errors that are answered before any hook runs. */
export function dataHeaders({ publicUrl }: Settings): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Lists the targets of forms: this server, and the payment provider's checkout. */
function getFormTargets({ razorpay }: Settings): string {
  return razorpay ? `'self' ${new URL(razorpay.checkoutUrl).origin}` : "'self'";
}

/**
 * Lists the sources of frames: our own files and, where calendars can be connected, the calendar.
 */
function getFrames({ calendar, calendarPagesUrl }: Settings): string {
  return calendar ? `'self' ${new URL(calendarPagesUrl).origin}` : "'self'";
}

/**
 * Returns whether the address of a page may contain a secret: nothing that the page loads gets it,
 * and it is not cached.
 */
export function isSecretPage(url: string): boolean {
  return /^\/+(?:(?:update-password|oauth\/callback)\/*(?:[?#]|$)|(?:m|board)(?:[/?#]|$))/.test(url);
}

const permissionsPolicy = 'camera=(), microphone=(), geolocation=()';

/** The policy of API answers, which load nothing and may not be framed. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the policy of a page. Written out here, because helmet would build it for every answer.
 */
function pagePolicy(nonce: string, formTargets: string, frames: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "object-src 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join(';');
}
