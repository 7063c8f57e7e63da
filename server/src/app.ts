import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { BusinessType } from '@samay/contract/core/roles';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { archivesRoutes } from './modules/archives/index.ts';
import { importsRoutes } from './modules/imports/index.ts';
import { auditDenied, auditRoutes } from './modules/audit/index.ts';
import { availabilityRoutes } from './modules/availability/index.ts';
import { bookingsRoutes } from './modules/bookings/index.ts';
import { invoicingRoutes } from './modules/invoicing/index.ts';
import { ledgerRoutes } from './modules/ledger/index.ts';
import { deskRoutes, readNamedRows } from './modules/desk/index.ts';
import { shownBookings } from './modules/visibility/index.ts';
import { filesRoutes } from './modules/files/index.ts';
import { authenticate, identityRoutes } from './modules/identity/index.ts';
import { onlinePaymentRoutes } from './modules/online-payments/index.ts';
import { platformRoutes } from './modules/platform/index.ts';
import {
  channelReportRoutes,
  onlineBookingRoutes,
  onlineEventRoutes,
  boardRoutes,
  ownBookingRoutes,
  publicApiRoutes,
  publicRoutes,
} from './modules/public/index.ts';
import { LiveHub, reachRoutes } from './modules/reach/index.ts';
import { admission, tenancyRoutes } from './modules/tenancy/index.ts';
import { getOutboxHandlers } from './outbox-handlers.ts';
import { loadOnce } from './core/load-once.ts';
import { AccessTokens } from './http/access-token.ts';
import { answerClientErrors } from './http/client-errors.ts';
import { compressReplies } from './http/compress-replies.ts';
import { closeConnections, connectionLimits, limitBodies, removeForwardedPorts } from './http/connections.ts';
import { answerUnroutable, handleErrors } from './http/errors.ts';
import { secureHeaders } from './http/headers.ts';
import { observeRequests } from './http/observe-requests.ts';
import { describeApi } from './http/openapi.ts';
import { Limits } from './http/limits/rate-limits.ts';
import { Routes } from './http/routes.ts';
import { serveWeb } from './http/web.ts';
import type { Dependencies } from './context/dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's business type, if known: it chooses the words of an error. */
    businessType: BusinessType | undefined;
    /** Whether an endpoint has the request: it counts its callers itself. */
    reachedEndpoint: boolean;
  }
}

/** The body limit: 256 kB of JSON is more than any form has. */
const longestBody = 256 * 1024;

/** Builds the app without port or environment: start.ts listens with it, tests call it. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const limits = new Limits(dependencies.settings.limits, dependencies.metrics);
  const app = Fastify({
    ...(dependencies.log ? { loggerInstance: dependencies.log } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy:
      dependencies.settings.trustedProxies.length > 0 ? [...dependencies.settings.trustedProxies] : false,
    bodyLimit: longestBody,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: answerUnroutable(dependencies.settings, limits),
    clientErrorHandler: answerClientErrors(dependencies.settings),
    ...connectionLimits(dependencies.settings),
  });
  app.decorateRequest('businessType', undefined);
  app.decorateRequest('reachedEndpoint', false);
  removeForwardedPorts(app);
  observeRequests(app, dependencies.metrics);
  handleErrors(app, limits, dependencies.disk);
  limitBodies(app, dependencies.settings);
  closeConnections(app);

  await app.register(cookie);
  await app.register(multipart);
  await compressReplies(app);
  await secureHeaders(app, dependencies.settings);

  const tokens = new AccessTokens(dependencies.secrets, dependencies.settings.publicUrl);
  const routes = new Routes(app, {
    dependencies,
    limits,
    authenticate: (request) => authenticate(request, dependencies, tokens),
    noteDenied: auditDenied,
  });
  const hub = await LiveHub.open(dependencies);
  app.addHook('preClose', () => hub.close());

  auditRoutes(routes, readNamedRows);
  identityRoutes(routes, dependencies, { tokens, admission });
  const paymentEvents = tenancyRoutes(routes, dependencies);
  // Processes the events that an ended process has left behind.
  app.addHook('onListen', async () => paymentEvents.start());
  app.addHook('preClose', () => paymentEvents.stop());
  availabilityRoutes(routes, shownBookings);
  filesRoutes(routes);
  ledgerRoutes(routes);
  bookingsRoutes(routes);
  invoicingRoutes(routes);
  deskRoutes(routes);
  reachRoutes(routes, hub);
  archivesRoutes(routes);
  importsRoutes(routes);
  publicApiRoutes(routes);
  onlinePaymentRoutes(routes);
  platformRoutes(routes, dependencies, getOutboxHandlers(dependencies));
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(tokens.publicKeys()),
  );
  const description = loadOnce(describeApi);
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await description()),
  );
  ownBookingRoutes(app, dependencies);
  boardRoutes(app, dependencies, hub);
  channelReportRoutes(app, dependencies);
  onlineEventRoutes(app, dependencies);
  onlineBookingRoutes(app, dependencies);
  await publicRoutes(app, dependencies);
  if (dependencies.webDirectory) await serveWeb(app, dependencies.webDirectory, dependencies.settings);
  return app;
}

/**
 * Leaves out Fastify's own validator and serializer: routes have no schemas, because the contract's
 * check the input and select the output.
 */
function noCompiler(): never {
  throw new Error('a route has a schema of its own');
}
