import { randomUUID } from 'node:crypto';
import { Id } from '@samay/contract/core/text';
import { addDays, indiaDate, LocalDate } from '@samay/contract/core/time';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { setCookie } from '../../../http/cookies.ts';
import { toAppError } from '../../../http/errors.ts';
import { Gate, waitAtGate } from '../../../http/limits/gate.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { withRawBodies } from '../../../http/raw-bodies.ts';
import { secure, sendRefusal } from '../own-booking/pages.ts';
import type { OfferedService, Shown } from '../online/shown.ts';
import { lastDay, offeredDays, priceOf, readForPage } from '../online/times.ts';
import { dueByUpi } from '../online/due.ts';
import { findKeptOrder } from '../paying/order.ts';
import { askForTime } from '../requests/ask.ts';
import { type Chosen, holdTime, readHoldEnd } from '../requests/hold.ts';
import { admit } from '../page-parts/admit.ts';
import { type Typed, writeAsk, type Wrong } from '../page-parts/ask-page.ts';
import { writeBusiness, writeHead } from './business-page.ts';
import { CodeRoutes } from './code-routes.ts';
import {
  findResource,
  findService,
  isOfNumber,
  readFields,
  readForm,
  readTyped,
  TimeForm,
  toAsked,
} from '../page-parts/forms.ts';
import { writePoster } from './poster-page.ts';
import { bindRequests } from '../requests/request-routes.ts';
import { isDone } from '../page-parts/taken.ts';
import { shownDays, type TimesAsked, writeTimes, writeTimesHead, writeTimesPage } from './times-page.ts';
import { longestForm, makePageViews, Moved, visitorSeconds } from '../page-parts/page-views.ts';

/** How long a visitor waits for those before them, and how many wait in a server at most. */
const longestWaitMs = 30_000;
const mostWaiting = 600;

/**
 * Binds the public pages of businesses: HTML from the server with plain forms and no script. A GET
 * changes nothing; a POST answers with 303, so that a reload repeats nothing.
 */
export function onlineBookingRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings } = dependencies;
  const pageViews = makePageViews(dependencies);
  const { open, openToChange, show, limits } = pageViews;
  const codes = new CodeRoutes(dependencies, pageViews);
  // A page view reads by two connections together: a rush leaves half of them to the desks.
  const gate = new Gate({
    places: Math.max(1, Math.floor(settings.databasePoolSize / 4)),
    mostWaiting,
    waitMs: longestWaitMs,
  });
  withRawBodies(app, 'form', (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      request.reachedEndpoint = true;
      secure(reply, 'strict-origin-when-cross-origin');
      await limits.address.take(addressKey(request.ip));
    });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      // A form is posted there again.
      if (error instanceof Moved) return reply.redirect(error.address, request.method === 'GET' ? 301 : 308);
      reply.header('x-robots-tag', 'noindex');
      return sendRefusal(request, reply, toRefusal(error, request), { settings, explains: false });
    });
    scope.get('/b/*', async () => {
      throw new AppError('not_found');
    });

    waitAtGate(scope, gate);
    codes.bind(scope);
    scope.get('/b/:slug', async (request, reply) => {
      const pageView = await open(request, reply);
      const { shown, view, visitor } = pageView;
      const [only] = shown.services.length === 1 && shown.isOpen ? shown.services : [];
      const times = only && (await readTimes(shown, only, request, visitor));
      const written = times && writeTimes(view, times.asked, times.days, false);
      if (!shown.online.is_published) reply.header('x-robots-tag', 'noindex');
      return show(
        pageView,
        reply,
        writeBusiness(view, written ?? false),
        writeHead(view, settings.publicUrl),
      );
    });
    scope.get('/b/:slug/poster', async (request, reply) => {
      const pageView = await open(request, reply);
      return show(pageView, reply, writePoster(pageView.view, settings.publicUrl));
    });
    scope.get('/b/:slug/:service', async (request, reply) => {
      const pageView = await open(request, reply);
      const { shown, view, visitor } = pageView;
      const service = findService(shown, request);
      if (!shown.isOpen) return reply.redirect(view.address(), 303);
      const { asked, days } = await readTimes(shown, service, request, visitor);
      const isTaken = (request.query as Record<string, unknown>)['note'] === 'taken';
      return show(pageView, reply, writeTimesPage(view, asked, days, isTaken), writeTimesHead(view, asked));
    });
    scope.post('/b/:slug/:service/hold', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const { shown, view } = pageView;
      const service = findService(shown, request);
      const { day, time, with: chosenId } = readForm(TimeForm, request);
      const visitor = pageView.visitor ?? randomUUID();
      if (!(await admit(dependencies, pageViews, pageView, request, reply))) return reply;
      setCookie(reply, settings, 'visitor', visitor, visitorSeconds);
      const range = { from: day, to: day };
      const rows = await readForPage(shown, service, range, visitor);
      const found = offeredDays(shown, service, rows, { ...range, resourceId: chosenId })
        .flatMap(({ times }) => times)
        .find((offered) => offered.time === time);
      const gone = view.address(`/${service.key}`, { day, with: chosenId, note: 'taken' });
      if (!found) return reply.redirect(gone, 303);
      const chosen = { service, resourceId: found.resourceId, date: day, time };
      if (!(await isDone(holdTime(shown, chosen, visitor)))) return reply.redirect(gone, 303);
      const asked = { day, time, with: found.resourceId, chosen: chosenId && '1' };
      return reply.redirect(view.address(`/${service.key}/ask`, asked), 303);
    });
    scope.get('/b/:slug/:service/ask', async (request, reply) => {
      const pageView = await open(request, reply);
      const asked = toAsked(pageView.shown, findService(pageView.shown, request), request.query);
      const isCoded = pageView.shown.codes !== null;
      const known = isCoded ? await codes.findKnownNumber(pageView, request) : undefined;
      const earlier = await codes.findEarlier(pageView, request);
      const typed = earlier ?? { name: '', number: known ?? '', email: '', note: '' };
      const isKnown = known !== undefined && (earlier === undefined || isOfNumber(earlier.number, known));
      const heldUntil = await readHoldEnd(pageView.shown, pageView.visitor, asked);
      const form = { typed, wrong: {}, requestId: randomUUID(), isKnown, heldUntil };
      return show(pageView, reply, writeAsk(pageView.view, asked, form));
    });
    scope.post('/b/:slug/:service/ask', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const { shown, view } = pageView;
      const service = findService(shown, request);
      const form = readFields(request);
      const asked = toAsked(shown, service, form);
      const typed: Typed = {
        name: form['name'] ?? '',
        number: form['number'] ?? '',
        email: form['email'] ?? '',
        note: form['note'] ?? '',
      };
      const id = orNotFound(Id.safeParse(form['request']).data);
      const again = async (wrong: Wrong) => {
        const heldUntil = await readHoldEnd(shown, pageView.visitor, asked);
        const written = writeAsk(view, asked, { typed, wrong, requestId: id, isKnown: false, heldUntil });
        return show(pageView, reply.code(400), written);
      };
      const price = priceOf(service, { ...asked, resourceId: asked.resource.id });
      // Also for who can be sent no code, and asks in place of paying at the provider.
      const due = dueByUpi(shown, service.id, price);
      // The desk answers who pays by UPI: no code is needed.
      const channel = due === 0 || shown.paysBy === 'provider' ? shown.codes : null;
      const read = readTyped(typed, view, channel === 'mail');
      if ('wrong' in read) return again(read.wrong);
      if (!(await admit(dependencies, pageViews, pageView, request, reply))) return reply;
      await limits.requests.take(shown.context.tenantId);
      const chosen: Chosen = { service, resourceId: asked.resource.id, date: asked.date, time: asked.time };
      const taken = view.address(`/${service.key}`, {
        day: asked.date,
        with: asked.isChosen ? asked.resource.id : undefined,
        note: 'taken',
      });
      const { language } = view;
      const visitor = pageView.visitor ?? randomUUID();
      const kept = shown.paysBy === 'provider' && (await findKeptOrder(shown, visitor, chosen));
      if (kept && kept !== id) return reply.redirect(view.address(`/p/${kept}`), 303);
      if (channel !== null) {
        const begun = await codes.begin({ ...pageView, visitor }, request, reply, {
          chosen,
          form: { id, ...read, language, isChosen: asked.isChosen },
          channel,
          again: (number) => again({ number }),
          taken,
        });
        if (begun.kind === 'answered') return begun.reply;
      }
      const { personName, contact, note } = read;
      const asking = { id, personName, contact, note, language, isProven: false, due };
      try {
        if (await isDone(askForTime(shown, chosen, { asking, visitor })))
          return await reply.redirect(view.address(`/r/${id}`), 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'request.too_many_open') throw error;
        return again({ form: view.words.tooManyOpen });
      }
      return reply.redirect(taken, 303);
    });
    bindRequests(scope, dependencies, pageViews);
  });

  function toRefusal(error: FastifyError, request: FastifyRequest): AppError {
    return error instanceof z.ZodError
      ? new AppError('not_found')
      : toAppError(error, request, dependencies.disk);
  }
}

const TimesQuery = z.object({
  day: LocalDate.optional().catch(undefined),
  from: LocalDate.optional().catch(undefined),
  with: Id.optional().catch(undefined),
});

/** Reads the times of a service that a page shows: fourteen days from the asked one on. */
async function readTimes(
  shown: Shown,
  service: OfferedService,
  { query }: FastifyRequest,
  visitor: string | null,
): Promise<{ readonly asked: TimesAsked; readonly days: ReturnType<typeof offeredDays> }> {
  const { day, from: asked, with: resourceId } = TimesQuery.parse(query);
  if (resourceId !== undefined) findResource(shown, service, resourceId);
  const today = indiaDate(shown.context.now);
  const last = lastDay(shown);
  // A day beyond the first page is on the page that begins with it.
  const begin = asked ?? (day !== undefined && day >= addDays(today, shownDays) ? day : today);
  const from = begin < today ? today : begin > last ? last : begin;
  const range = { from, to: addDays(from, shownDays - 1) };
  const rows = await readForPage(shown, service, range, visitor);
  return {
    asked: { service, resourceId, day, range, isFirst: from === today },
    days: offeredDays(shown, service, rows, { ...range, resourceId }),
  };
}
