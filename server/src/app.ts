import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { BusinessType } from '@samay/contract/core/roles';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from './modules/identity/account/routes.ts';
import { auditRoutes } from './modules/audit/log/routes.ts';
import { setupChecklistRoutes } from './modules/tenancy/setup-checklist/routes.ts';
import { googleSignInRoutes } from './modules/identity/google-sign-in/routes.ts';
import { supportAccessRoutes } from './modules/audit/support-access/routes.ts';
import { onboardingRoutes } from './modules/tenancy/onboarding/routes.ts';
import { passwordRoutes } from './modules/identity/passwords/routes.ts';
import { paymentRoutes } from './modules/tenancy/payments/routes.ts';
import { profileRoutes } from './modules/identity/profile/routes.ts';
import { secondFactorRoutes } from './modules/identity/second-factor/routes.ts';
import { sessionRoutes } from './modules/identity/session/routes.ts';
import { staffRoutes } from './modules/tenancy/staff/routes.ts';
import { subscriptionRoutes } from './modules/tenancy/subscriptions/routes.ts';
import { bookingsRoutes } from './modules/bookings/index.ts';
import { platformRoutes } from './modules/platform/index.ts';
import { publicRoutes } from './modules/public/index.ts';
import { announceBooking, LiveHub, reachRoutes } from './modules/reach/index.ts';
import { outboxHandlersOf } from './outbox-handlers.ts';
import { AccessTokens } from './http/access-token.ts';
import { answerClientErrors } from './http/client-errors.ts';
import { closeConnections, connectionLimits, limitBodies } from './http/connections.ts';
import { answerUnroutable, handleErrors } from './http/errors.ts';
import { secureHeaders } from './http/headers.ts';
import { Limits } from './http/limits.ts';
import { Routes } from './http/routes.ts';
import { serveWeb } from './http/web.ts';
import type { Dependencies } from './context/dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's, once known: it chooses the words of an error. */
    businessType: BusinessType | undefined;
  }
}

/** 256 kB of JSON is more than any form holds. */
const longestBody = 256 * 1024;

/** The app without port or environment; main.ts listens with it, tests call it. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const app = Fastify({
    ...(dependencies.log ? { loggerInstance: dependencies.log } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy: dependencies.settings.trustedProxies.length > 0 ? [...dependencies.settings.trustedProxies] : false,
    bodyLimit: longestBody,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: answerUnroutable(dependencies.settings),
    clientErrorHandler: answerClientErrors(dependencies.settings),
    ...connectionLimits(dependencies.settings),
  });
  app.decorateRequest('businessType', undefined);
  // The contract's zod schemas check what comes in; Fastify's own validator would do it twice.
  app.setValidatorCompiler(() => () => true);
  logRequests(app);
  handleErrors(app, dependencies.disk);
  limitBodies(app, dependencies.settings);
  closeConnections(app);

  await app.register(cookie);
  await app.register(multipart);
  // Answers alone: nobody sends us packed bodies, and one that swells when it is opened is a way to wear a server out.
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await secureHeaders(app, dependencies.settings);
  await app.register(swagger, {
    openapi: {
      info: { title: 'Samay', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });

  const tokens = new AccessTokens(dependencies.secrets, dependencies.settings.publicUrl);
  const routes = new Routes(app, { ...dependencies, announceBooking }, tokens, new Limits(dependencies.settings.limits));
  const hub = await LiveHub.open(dependencies);
  app.addHook('preClose', () => hub.close());

  sessionRoutes(routes, dependencies, tokens);
  googleSignInRoutes(routes, tokens);
  secondFactorRoutes(routes, dependencies, tokens);
  profileRoutes(routes);
  passwordRoutes(routes, dependencies);
  onboardingRoutes(routes);
  bookingsRoutes(routes);
  reachRoutes(routes, hub);
  platformRoutes(routes, dependencies, outboxHandlersOf(dependencies));
  setupChecklistRoutes(routes);
  subscriptionRoutes(routes);
  const paymentEvents = paymentRoutes(routes, dependencies);
  // What an ended process has kept and not acted on.
  app.addHook('onListen', async () => paymentEvents.begin());
  app.addHook('preClose', () => paymentEvents.settle());
  staffRoutes(routes, dependencies);
  auditRoutes(routes);
  accountRoutes(routes);
  supportAccessRoutes(routes);
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(tokens.publicKeys(dependencies.clock())),
  );
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await publicRoutes(app, dependencies);
  if (dependencies.webDirectory) await serveWeb(app, dependencies.webDirectory, dependencies.settings);
  return app;
}

/** One line a request, without its query string and without its body: neither belongs in a log. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
}
