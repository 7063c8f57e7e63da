import { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { toAppError } from '../../../http/errors.ts';
import { addressKey, ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { withRawBodies } from '../../../http/raw-bodies.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { findPlace } from '../../desk/index.ts';
import { noteOptOut } from '../../reach/index.ts';
import { cancelOwn, comeOwn, listFreeDays, moveOwn, ownMay, startOf } from '../../bookings/index.ts';
import {
  type Note,
  type View,
  writeBooking,
  writeCancel,
  writeMove,
  writeNoNotices,
  writeTimes,
} from './booking-page.ts';
import { writeCalendarFile } from './calendar-file.ts';
import { chooseLanguage, ownWords } from './choose-language.ts';
import { findBySecret } from './find.ts';
import type { Html } from './html.ts';
import { type Page, writePage } from './layout.ts';
import { getLanguage, makePage, secure, send, sendRefusal } from './pages.ts';

/** How often the page of a person who waits asks for itself again. */
const waitingRefreshSeconds = 60;
/** The bytes of a form, none of whose fields is typed. */
const longestForm = 1024;

const mayNothing = { come: false, cancel: false, move: false };

type Found = NonNullable<Awaited<ReturnType<typeof findBySecret>>>;

interface PageView extends Found {
  readonly view: View;
  readonly page: Page;
}

/**
 * Binds the pages of one's own booking, which a link opens without sign-in (decision 0133). A GET
 * changes nothing; a POST answers with 303 to the page, so that a reload repeats nothing.
 */
export function ownBookingRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings } = dependencies;
  const limits = makeLimits(dependencies);
  withRawBodies(app, 'form', (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      request.reachedEndpoint = true;
      secure(reply, 'no-referrer');
      reply.header('x-robots-tag', 'noindex, nofollow');
    });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      return sendRefusal(request, reply, await refusal(error, request), { settings, explains: true });
    });

    const open = async (request: FastifyRequest, reply: FastifyReply): Promise<PageView> => {
      const { secret } = request.params as { secret: string };
      const found = await findBySecret(dependencies, secret, request.id);
      if (!found) throw new AppError('not_found');
      const { own, context } = found;
      await limits.booking.take(own.row.id);
      await limits.tenant.take(context.tenantId);
      request.businessType = context.businessType;
      const asked = getLanguage(request);
      const language = chooseLanguage(
        [asked, own.language, own.business.language],
        request.headers['accept-language'],
      );
      const chosen = asked === undefined ? {} : { l: asked };
      const view: View = {
        own,
        place: own.business.gives_tokens ? await findPlace(context, own.row) : undefined,
        businessType: context.businessType,
        may: own.isHidden ? mayNothing : ownMay(own.row, own.business, context.now),
        isOver: startOf(own.row) <= context.now,
        words: ownWords[language],
        language,
        address: (path = '', more = {}) => composeAddress(secret, path, { ...chosen, ...more }),
      };
      const { l: _, ...query } = request.query as Record<string, string>;
      const path = request.routeOptions.url?.replace('/m/:secret', '') ?? '';
      return {
        ...found,
        view,
        page: makePage(reply, settings, {
          language,
          addressIn: (l) => composeAddress(secret, path, { ...known(query), l }),
        }),
      };
    };
    const show = ({ page, view }: PageView, reply: FastifyReply, content: Html) =>
      send(
        reply,
        writePage(page, `${view.words.title[view.businessType]} · ${view.own.business.name}`, content),
      );

    scope.get('/m/:secret', async (request, reply) => {
      const pageView = await open(request, reply);
      // Waiting people look at it all the time: how many are before them changes.
      if (pageView.view.place) reply.header('refresh', String(waitingRefreshSeconds));
      return show(pageView, reply, writeBooking(pageView.view, getNote(request)));
    });
    scope.get('/m/:secret/calendar.ics', async (request, reply) => {
      const { own, view } = await open(request, reply);
      return reply
        .header('content-disposition', 'attachment; filename="booking.ics"')
        .type('text/calendar; charset=utf-8')
        .send(writeCalendarFile(own, `${settings.publicUrl}${view.address().split('?')[0]}`));
    });
    scope.get('/m/:secret/cancel', async (request, reply) => {
      const pageView = await open(request, reply);
      if (!pageView.view.may.cancel) return back(reply, pageView);
      return show(pageView, reply, writeCancel(pageView.view));
    });
    scope.get('/m/:secret/move', async (request, reply) => {
      const pageView = await open(request, reply);
      const { view, own, context } = pageView;
      if (!view.may.move) return back(reply, pageView);
      const { date, time } = MoveQuery.parse(request.query);
      const days = await listFreeDays(context, own.row, own.business);
      const isFree = days.some((day) => day.date === date && time !== undefined && day.times.includes(time));
      if (date !== undefined && time !== undefined && isFree)
        return show(pageView, reply, writeMove(view, { date, time }));
      return show(
        pageView,
        reply,
        writeTimes(view, days, date, time === undefined ? getNote(request) : 'taken'),
      );
    });
    // A mail program's one-click post is in this form, or in that of a page (RFC 8058).
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    /** Binds a change; it is answered with the address of a page, or with nothing for a mail program. */
    const change = (path: string, act: (pageView: PageView, form: Form) => Promise<string | undefined>) =>
      scope.post(`/m/:secret${path}`, { bodyLimit: longestForm }, async (request, reply) => {
        const pageView = await open(request, reply);
        await limits.changes.take(pageView.own.row.id);
        const { disk, database } = dependencies;
        assertThat(database.kind !== 'embedded' || !disk?.isFull(), 'server.storage_full');
        // People may end what is sent to them, whatever the business pays.
        if (pageView.own.isHidden && path !== '/notices') return reply.redirect(pageView.view.address(), 303);
        const address = await act(pageView, await readForm(request));
        return address === undefined ? reply.send('') : reply.redirect(address, 303);
      });
    change('/coming', async ({ context, own, view }) => {
      return refusable(view, async () => comeOwn(context, own));
    });
    change('/cancel', async ({ context, own, view }, form) => {
      if (own.row.status === 'cancelled') return view.address();
      return refusable(view, async () => cancelOwn(context, own, readTime(form, 'fromDate', 'fromTime')));
    });
    change('/move', async ({ context, own, view }, form) => {
      const to = readTime(form, 'date', 'time');
      return refusable(
        view,
        async () => moveOwn(context, own, { before: readTime(form, 'fromDate', 'fromTime'), to }),
        view.address('/move', { date: to.date, note: 'taken' }),
      );
    });
    scope.get('/m/:secret/notices', async (request, reply) => {
      const pageView = await open(request, reply);
      return show(pageView, reply, writeNoNotices(pageView.view));
    });
    change('/notices', async ({ context, own, view }, form) => {
      const oneClick = form.get('List-Unsubscribe');
      assertThat(oneClick === null || oneClick === 'One-Click', 'not_found');
      const { id: bookingId } = own.row;
      await inTenant({ ...context, isShown: false }, async (tx) => {
        if (await noteOptOut(tx, context, { bookingId, wording: view.words.noNoticesYes }))
          await audit(tx, context, 'appointment.notices_ended', bookingId);
      });
      return oneClick === null ? view.address('', { note: 'muted' }) : undefined;
    });
    // A link in an SMS ends in a query, because only such addresses are registered for one.
    scope.get('/m', async (request, reply) => {
      const secret = request.url.split('?')[1] ?? '';
      assertThat(/^[\w-]{39}$/.test(secret), 'not_found');
      return reply.redirect(composeAddress(secret), 303);
    });
    scope.get('/m/*', async () => {
      throw new AppError('not_found');
    });
  });

  /** Logs and counts a refusal: who guesses secrets, or sends what is no form, is counted by address. */
  async function refusal(error: FastifyError, request: FastifyRequest): Promise<AppError> {
    const refused =
      error instanceof z.ZodError ? new AppError('not_found') : toAppError(error, request, dependencies.disk);
    if (refused.status >= 500 || refused.status === 429) return refused;
    return limits.guesses.take(addressKey(request.ip)).then(
      () => refused,
      (reason: unknown) => toAppError(reason as FastifyError, request),
    );
  }
}

/** Runs a change, and returns where its answer leads: to the booking, or to its times where one was taken. */
async function refusable(view: View, change: () => Promise<void>, taken = view.address()): Promise<string> {
  try {
    await change();
    return view.address();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'not_found') throw error;
    const isTaken = error.code === 'slot.taken' || error.code === 'plan.limit_reached';
    return isTaken ? taken : view.address('', { note: 'changed' });
  }
}

function makeLimits(dependencies: Dependencies) {
  const { settings, metrics } = dependencies;
  const { anonymous, ownBooking, ownBookingsPerTenant, ownChanges } = settings.limits;
  return {
    guesses: new ProcessLimiter('own_booking_guesses', anonymous, metrics),
    booking: new ProcessLimiter('own_booking', ownBooking, metrics),
    tenant: new ProcessLimiter('own_bookings_of_business', ownBookingsPerTenant, metrics),
    changes: new SharedLimiter({ name: 'own_changes', points: ownChanges, seconds: 3600 }, dependencies),
  };
}

function back(reply: FastifyReply, { view }: PageView): FastifyReply {
  return reply.redirect(view.address('', { note: 'changed' }), 303);
}

function composeAddress(secret: string, path = '', query: Readonly<Record<string, string>> = {}): string {
  const asked = new URLSearchParams(query).toString();
  return `/m/${secret}${path}${asked && `?${asked}`}`;
}

const MoveQuery = z.object({ date: LocalDate.optional(), time: LocalTime.optional() });
const Known = z.object({
  date: LocalDate.optional().catch(undefined),
  time: LocalTime.optional().catch(undefined),
});

/** Returns what a page is asked for, as far as it is known. */
function known(query: unknown): Record<string, string> {
  const { date, time } = Known.parse(query);
  return { ...(date !== undefined && { date }), ...(time !== undefined && { time }) };
}

/** The fields of a form. */
interface Form {
  get(name: string): unknown;
}

/** Reads a form of either kind. @throws `not_found` */
async function readForm({ body, headers }: FastifyRequest): Promise<Form> {
  if (!(body instanceof Buffer)) return new URLSearchParams(typeof body === 'string' ? body : '');
  const posted = new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
  return orNotFound(await posted.formData().catch(() => undefined));
}

/** Reads a time of a form. @throws `not_found` */
function readTime(form: Form, date: string, time: string) {
  const read = z
    .object({ date: LocalDate, time: LocalTime })
    .safeParse({ date: form.get(date), time: form.get(time) });
  return orNotFound(read.success ? read.data : undefined);
}

function getNote(request: FastifyRequest): Note | undefined {
  const { note } = request.query as Record<string, unknown>;
  return note === 'taken' || note === 'changed' || note === 'muted' ? note : undefined;
}
