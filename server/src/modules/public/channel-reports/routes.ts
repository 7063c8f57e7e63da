import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { addressKey, ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { withRawBodies } from '../../../http/raw-bodies.ts';
import { handleEvents } from './handle-events.ts';

/** The most bytes of a report: about a thousand states. */
const longestReport = 1024 * 1024;

/**
 * Binds the address at which WhatsApp asks whether it is ours, and reports states and answers. Nothing
 * of a body is read before its signature is proved.
 */
export function channelReportRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings, metrics } = dependencies;
  const forged = new ProcessLimiter('forged_reports', settings.limits.anonymous, metrics);
  withRawBodies(app, 'raw', (scope) => {
    scope.get('/api/whatsapp-webhook', async (request, reply) => {
      const whatsApp = orNotFound(dependencies.whatsApp);
      const challenge = whatsApp.answerChallenge(request.query);
      if (challenge !== undefined) return reply.type('text/plain; charset=utf-8').send(challenge);
      await forged.take(addressKey(request.ip));
      throw new AppError('access.denied');
    });
    scope.post('/api/whatsapp-webhook', { bodyLimit: longestReport }, async (request, reply) => {
      const whatsApp = orNotFound(dependencies.whatsApp);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!whatsApp.proves(body, request.headers['x-hub-signature-256'])) {
        await forged.take(addressKey(request.ip));
        throw new AppError('access.denied');
      }
      await handleEvents(dependencies, whatsApp.read(body), request.id);
      return reply.send('');
    });
  });
}
