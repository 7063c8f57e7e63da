import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { BusinessType } from '@samay/contract/roles';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from './features/account/routes.ts';
import { appointmentRoutes } from './features/appointments/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { bookingMailsRoutes } from './features/booking-mails/routes.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { deliveriesRoutes } from './features/deliveries/routes.ts';
import { webhooksRoutes } from './features/webhooks/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { firstStepsRoutes } from './features/first-steps/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { googleSignInRoutes } from './features/google-sign-in/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { lookRoutes } from './features/looks/routes.ts';
import { patientRoutes } from './features/patients/routes.ts';
import { revenueRoutes } from './features/revenue/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { passwordRoutes } from './features/passwords/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { secondFactorRoutes } from './features/second-factor/routes.ts';
import { platformRoutes } from './features/platform/routes.ts';
import { scheduleRoutes } from './features/schedule/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { subscriptionRoutes } from './features/subscriptions/routes.ts';
import { AccessTokens } from './http/access-token.ts';
import { answerClientErrors } from './http/client-errors.ts';
import { closeConnections, connectionLimits, limitBodies } from './http/connections.ts';
import { answerUnroutable, handleErrors } from './http/errors.ts';
import { secureHeaders } from './http/headers.ts';
import { Limits } from './http/limits.ts';
import { LiveHub } from './http/live-hub.ts';
import { Routes } from './http/routes.ts';
import { serveWeb } from './http/web.ts';
import type { Parts } from './parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's, once known: it chooses the words of an error. */
    businessType: BusinessType | undefined;
  }
}

/** 256 kB of JSON is more than any form holds. */
const longestBody = 256 * 1024;

/** The app without port or environment; main.ts listens with it, tests call it. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    ...(parts.log ? { loggerInstance: parts.log } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy: parts.settings.trustedProxies.length > 0 ? [...parts.settings.trustedProxies] : false,
    bodyLimit: longestBody,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: answerUnroutable(parts.settings),
    clientErrorHandler: answerClientErrors(parts.settings),
    ...connectionLimits(parts.settings),
  });
  app.decorateRequest('businessType', undefined);
  // The contract's zod schemas check what comes in; Fastify's own validator would do it twice.
  app.setValidatorCompiler(() => () => true);
  logRequests(app);
  handleErrors(app, parts.disk);
  limitBodies(app, parts.settings);
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
  await secureHeaders(app, parts.settings);
  await app.register(swagger, {
    openapi: {
      info: { title: 'Samay', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });

  const tokens = new AccessTokens(parts.secrets, parts.settings.publicUrl);
  const routes = new Routes(app, parts, tokens, new Limits(parts.settings.limits));
  const hub = await LiveHub.open(parts);
  app.addHook('preClose', () => hub.close());

  healthRoutes(routes, parts);
  sessionRoutes(routes, parts, tokens);
  googleSignInRoutes(routes, tokens);
  secondFactorRoutes(routes, parts, tokens);
  profileRoutes(routes);
  passwordRoutes(routes, parts);
  onboardingRoutes(routes);
  appointmentRoutes(routes);
  fileRoutes(routes);
  dashboardRoutes(routes);
  firstStepsRoutes(routes);
  revenueRoutes(routes);
  patientRoutes(routes);
  scheduleRoutes(routes);
  calendarRoutes(routes);
  webhooksRoutes(routes);
  deliveriesRoutes(routes);
  bookingMailsRoutes(routes);
  subscriptionRoutes(routes);
  const paymentEvents = paymentRoutes(routes, parts);
  // What an ended process has kept and not acted on.
  app.addHook('onListen', async () => paymentEvents.begin());
  app.addHook('preClose', () => paymentEvents.settle());
  staffRoutes(routes, parts);
  auditRoutes(routes);
  accountRoutes(routes);
  lookRoutes(routes);
  platformRoutes(routes);
  liveRoutes(routes, hub);
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(tokens.publicKeys(parts.clock())),
  );
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await siteRoutes(app, parts);
  if (parts.webDirectory) await serveWeb(app, parts.webDirectory, parts.settings);
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
