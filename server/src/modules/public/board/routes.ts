import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BusinessType } from '@samay/contract/core/roles';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError } from '../../../core/app-error.ts';
import { toAppError } from '../../../http/errors.ts';
import { addressKey, ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { readBoardQueues } from '../../desk/index.ts';
import type { LiveHub } from '../../reach/index.ts';
import { chooseLanguage, ownWords } from '../own-booking/choose-language.ts';
import { writeNotice } from '../own-booking/layout.ts';
import { type BoardPage, writeBoardPage, writeQueues } from './board-page.ts';
import { findBoard, type FoundBoard } from './find.ts';
import { readBoardSecret } from './link.ts';
import { SharedReads } from './shared-reads.ts';
import { BoardStreams } from './stream.ts';

/** Binds the board of a waiting room or of courts, which its address opens without sign-in (decision 0152). */
export function boardRoutes(app: FastifyInstance, dependencies: Dependencies, hub: LiveHub): void {
  const { settings, metrics } = dependencies;
  const guesses = new ProcessLimiter('board_guesses', settings.limits.anonymous, metrics);
  const reads = new ProcessLimiter('board_reads', settings.limits.ownBookingsPerTenant, metrics);
  const streams = new BoardStreams(hub, dependencies);
  const shared = new SharedReads<{ type: BusinessType; text: string }>();
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      request.reachedEndpoint = true;
      secure(reply);
    });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const refused = await refusal(error, request);
      if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter);
      const language = chooseLanguage([], request.headers['accept-language']);
      const words = ownWords[language];
      const { nonce, publicUrl } = { nonce: reply.styleNonce, publicUrl: settings.publicUrl };
      const isGone = refused.code === 'not_found';
      return reply
        .code(refused.status)
        .type('text/html; charset=utf-8')
        .send(
          writeNotice(
            { language, words, addressIn: (l) => `?l=${l}`, nonce, publicUrl },
            isGone ? words.gone : refused.status === 429 ? words.tooMany : words.fault,
          ),
        );
    });
    const open = async (request: FastifyRequest): Promise<FoundBoard> => {
      const { secret } = request.params as { secret: string };
      const linked = readBoardSecret(dependencies.secrets, secret);
      if (!linked) throw new AppError('not_found');
      // Counted before the database is asked, and apart for an address that its owner has ended.
      await reads.take(`${linked.shortId} ${String(linked.version)}`);
      const found = await findBoard(dependencies, linked, request.id);
      if (!found) throw new AppError('not_found');
      request.businessType = found.context.businessType;
      return found;
    };
    const read = async (request: FastifyRequest, found: FoundBoard): Promise<BoardPage> => {
      const { l } = request.query as Record<string, unknown>;
      const asked = typeof l === 'string' ? l : undefined;
      const language = chooseLanguage([asked, found.board.language], undefined);
      return { ...found, language, queues: await readBoardQueues(found.context) };
    };
    scope.get('/board/:secret', async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .send(writeBoardPage(await read(request, await open(request)), reply.styleNonce)),
    );
    scope.get('/board/:secret/now', async (request, reply) => {
      const { secret } = request.params as { secret: string };
      // The limit counts reads, which screens that ask together share.
      const { type, text } = await shared.read(`${secret} ${request.url}`, async () => {
        const found = await open(request);
        return { type: found.context.businessType, text: writeQueues(await read(request, found)).text };
      });
      request.businessType = type;
      return reply.type('text/html; charset=utf-8').send(text);
    });
    scope.get('/board/:secret/live', async (request, reply) => streams.open(await open(request), reply));
  });

  /** Logs and counts a refusal: who guesses secrets is counted by address. */
  async function refusal(error: FastifyError, request: FastifyRequest): Promise<AppError> {
    const refused = toAppError(error, request, dependencies.disk);
    if (refused.status >= 500 || refused.status === 429) return refused;
    return guesses.take(addressKey(request.ip)).then(
      () => refused,
      (reason: unknown) => toAppError(reason as FastifyError, request),
    );
  }
}

/** Sets the headers of every answer: nothing is kept, framed or told to others; its own script alone runs. */
function secure(reply: FastifyReply): void {
  const nonce = `'nonce-${reply.styleNonce}'`;
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': `default-src 'none'; style-src ${nonce}; script-src ${nonce}; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'`,
  });
}
