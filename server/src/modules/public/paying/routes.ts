import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PaymentEvent, type PaymentProvider, ProviderAway } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readReportSecret } from '../../../context/report-address.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { Gate, waitAtGate } from '../../../http/limits/gate.ts';
import { addressKey, ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { withRawBodies } from '../../../http/raw-bodies.ts';
import { applyReportedRefund } from '../../bookings/index.ts';
import { findAccountOfSecret } from '../../online-payments/index.ts';
import { applyOnlinePayment } from './apply.ts';
import { findEvent, noteEvent } from '../orders/queries.ts';

/** The most bytes of an event: a payment, its order and its refund. */
const longestEvent = 256 * 1024;

/**
 * How many events wait for each that is worked on, and how long: a provider waits five seconds for its answer, and
 * sends again what was refused.
 */
const waitingPerPlace = 20;
const longestWaitMs = 4000;

/**
 * Binds the address at which the provider of a business reports payments. Nothing of a body is read before its
 * signature, over the raw bytes and with the secret of that business, is proved. An event is acted on once, and
 * answered after that: the provider sends it again where this server ended meanwhile. A request that is
 * no event is refused before the body and the database are read; the others wait at a gate.
 */
export function onlineEventRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings, metrics, secrets } = dependencies;
  const forged = new ProcessLimiter('forged_online_events', settings.limits.anonymous, metrics);
  const places = Math.max(1, Math.floor(settings.databasePoolSize / 4));
  const gate = new Gate({ places, mostWaiting: places * waitingPerPlace, waitMs: longestWaitMs });
  withRawBodies(app, 'raw', (scope) => {
    scope.addHook('onRequest', async (request) => {
      // Its refusals are counted here.
      request.reachedEndpoint = true;
      const { secret, signature, eventId } = readHead(request);
      if (readReportSecret(secrets, 'online-payments', secret) === undefined) {
        await forged.take(addressKey(request.ip));
        throw new AppError('payment.not_verified');
      }
      assertThat(isSignature.test(signature) && isEventId.test(eventId), 'payment.not_verified');
      await forged.assertLeft(getSender(request));
    });
    waitAtGate(scope, gate);
    scope.post('/api/online-payments/:secret', { bodyLimit: longestEvent }, async (request, reply) => {
      const { secret, signature, eventId } = readHead(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const found = await findAccountOfSecret(dependencies, secret);
      if (!found?.account.provider.provesEvent(body, signature)) {
        await forged.take(getSender(request));
        throw new AppError('payment.not_verified');
      }
      const came = { context: found.context, requestId: request.id, eventId };
      await actOnce(dependencies, came, () => readEvent(found.account.provider, body));
      return reply.send('');
    });
  });
}

const isSignature = /^[\da-f]{64}$/i;
const isEventId = /^[\w.:-]{1,200}$/;

/** Reads what is known of an event before its body; empty where it is missing. */
function readHead({ params, headers }: FastifyRequest) {
  const { secret } = params as { readonly secret: string };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    secret,
    signature: text(headers['x-razorpay-signature']),
    eventId: text(headers['x-razorpay-event-id']),
  };
}

/** Returns the key by which forged events are counted: of a business, since the provider's addresses serve all of them. */
function getSender(request: FastifyRequest): string {
  return `${addressKey(request.ip)} ${readHead(request).secret}`;
}

interface Came {
  readonly context: BusinessContext;
  readonly requestId: string;
  readonly eventId: string;
}

/** Acts on an event that was not acted on before. Two at the same time are harmless: a payment is applied once. */
async function actOnce(
  dependencies: Dependencies,
  { context, requestId, eventId }: Came,
  read: () => PaymentEvent | undefined,
): Promise<void> {
  const { known } = await readInOneMessage(context, { known: findEvent({ id: eventId }) });
  if (known.length > 0) return;
  const event = read();
  const { tenantId } = context;
  if (event?.payment) await applyOnlinePayment(dependencies, { tenantId, requestId }, event.payment);
  if (event?.refund) await applyReportedRefund(context, event.refund);
  const kind = event?.kind ?? 'unreadable';
  await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, noteEvent({ id: eventId, kind, now: context.now })),
  );
}

/** Reads a proven event; undefined for one that is none of its kind, which another try would not change. */
function readEvent(provider: PaymentProvider, body: Buffer): PaymentEvent | undefined {
  try {
    return provider.readEvent(body.toString('utf8'));
  } catch (error) {
    if (error instanceof ProviderAway) return undefined;
    throw error;
  }
}
