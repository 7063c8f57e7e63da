import { randomUUID } from 'node:crypto';
import { PersonName, PersonContact } from '@samay/contract/people/contact';
import { readTelephone } from '@samay/contract/core/telephone';
import { Id, lines } from '@samay/contract/core/text';
import { addDays, indiaDate, LocalDate, LocalTime } from '@samay/contract/core/time';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readCookie, setCookie } from '../../../http/cookies.ts';
import { toAppError } from '../../../http/errors.ts';
import { addressKey, ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { withRawBodies } from '../../../http/raw-bodies.ts';
import { chooseLanguage, ownWords } from '../own-booking/choose-language.ts';
import { html, type Html } from '../own-booking/html.ts';
import { type Page, writePage } from '../own-booking/layout.ts';
import { getLanguage, makePage, secure, send, sendRefusal } from '../own-booking/pages.ts';
import { TimeTaken } from '../../availability/index.ts';
import { askForTime } from '../requests/ask.ts';
import { type Chosen, holdTime } from '../requests/hold.ts';
import { readRequest } from '../requests/read.ts';
import { withdrawRequest } from '../requests/settle.ts';
import { findOfSlug } from '../online/find.ts';
import { type AskedTime, type Typed, writeAsk, type Wrong } from './ask-page.ts';
import { writeBusiness, writeHead } from './business-page.ts';
import { writePoster } from './poster-page.ts';
import { writeRequest } from './request-page.ts';
import { shownDays, type TimesAsked, writeTimes, writeTimesPage } from './times-page.ts';
import type { View } from './view.ts';
import { type OfferedService, readShownPage, type Shown } from '../online/shown.ts';
import { lastDay, offeredDays, readOffered } from '../online/times.ts';
import { pageWords } from '../online/words/languages.ts';

/** The bytes of a form: a note of 500 characters in any script, percent-encoded. */
const longestForm = 8192;
const visitorSeconds = 86_400;

/** A visitor of the page of a business. */
interface Visit {
  readonly shown: Shown;
  readonly view: View;
  readonly page: Page;
  /** The visitor's own number, by which their holds are known; null before the first one. */
  readonly visitor: string | null;
}

/**
 * Binds the public pages of businesses: HTML from the server with plain forms and no script. A GET
 * changes nothing; a POST answers with 303, so that a reload repeats nothing.
 */
export function onlineBookingRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings } = dependencies;
  const limits = makeLimits(dependencies);
  withRawBodies(app, 'form', (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      request.reachedEndpoint = true;
      secure(reply, 'strict-origin-when-cross-origin');
    });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      if (error instanceof Moved) return reply.redirect(error.address, 301);
      reply.header('x-robots-tag', 'noindex');
      return sendRefusal(request, reply, toRefusal(error, request), { settings, explains: false });
    });

    const open = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => {
      const { slug } = request.params as { slug: string };
      await limits.address.take(addressKey(request.ip));
      const found = orNotFound(await findOfSlug(dependencies, slug));
      await limits.tenant.take(found.id);
      if (found.slug !== slug) throw new Moved(request.url.replace(`/b/${slug}`, `/b/${found.slug}`));
      const shown = orNotFound(await readShownPage(dependencies, found, request.id));
      request.businessType = shown.context.businessType;
      const asked = getLanguage(request);
      const accepted = request.headers['accept-language'];
      const language = asked ?? chooseLanguage([accepted ? null : shown.business.language], accepted);
      const chosen = asked === undefined ? {} : { l: asked };
      const view: View = {
        shown,
        language,
        words: pageWords[language],
        own: ownWords[language],
        address: (path = '', more = {}) => toAddress(found.slug, path, { ...chosen, ...more }),
      };
      const path = request.url.split('?')[0]?.slice(`/b/${slug}`.length) ?? '';
      const page = makePage(reply, settings, {
        language,
        addressIn: (l) => toAddress(found.slug, path, { ...(request.query as Record<string, string>), l }),
      });
      const visitor = Id.safeParse(readCookie(request, settings, 'visitor'));
      return { shown, view, page, visitor: visitor.success ? visitor.data : null };
    };
    const show = ({ page, shown }: Visit, reply: FastifyReply, content: Html, head?: Html) =>
      send(reply, writePage({ ...page, ...(head && { head }) }, shown.business.name, content));

    scope.get('/b/:slug', async (request, reply) => {
      const visit = await open(request, reply);
      const { shown, view, visitor } = visit;
      const [only] = shown.services.length === 1 && shown.isOpen ? shown.services : [];
      const times = only && (await readTimes(shown, only, request, visitor));
      const written = times && writeTimes(view, times.asked, times.days, false);
      if (!shown.online.is_published) reply.header('x-robots-tag', 'noindex');
      return show(visit, reply, writeBusiness(view, written ?? false), writeHead(view, settings.publicUrl));
    });
    scope.get('/b/:slug/poster', async (request, reply) => {
      const visit = await open(request, reply);
      return show(visit, reply, writePoster(visit.view, settings.publicUrl));
    });
    scope.get('/b/:slug/:service', async (request, reply) => {
      const visit = await open(request, reply);
      const { shown, view, visitor } = visit;
      const service = findService(shown, request);
      if (!shown.isOpen) return reply.redirect(view.address(), 303);
      const { asked, days } = await readTimes(shown, service, request, visitor);
      const isTaken = (request.query as Record<string, unknown>)['note'] === 'taken';
      const head = html`<meta name="robots" content="${shown.online.is_published ? 'index' : 'noindex'}" />`;
      return show(visit, reply, writeTimesPage(view, asked, days, isTaken), head);
    });
    scope.post('/b/:slug/:service/hold', { bodyLimit: longestForm }, async (request, reply) => {
      const visit = await openToChange(request, reply);
      const { shown, view } = visit;
      const service = findService(shown, request);
      const { day, time, with: chosenId } = readForm(TimeForm, request);
      const visitor = visit.visitor ?? randomUUID();
      await limits.holds.take(`${shown.context.tenantId} ${addressKey(request.ip)}`);
      setCookie(reply, settings, 'visitor', visitor, visitorSeconds);
      const range = { from: day, to: day };
      const rows = await readInOneMessage(shown.context, {
        days: readOffered(shown, service, range, visitor),
      });
      const found = offeredDays(shown, service, rows.days, { ...range, resourceId: chosenId })
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
      const visit = await open(request, reply);
      const asked = toAsked(visit.shown, findService(visit.shown, request), request.query);
      const typed = { name: '', number: '', note: '' };
      return show(visit, reply, writeAsk(visit.view, asked, { typed, wrong: {}, requestId: randomUUID() }));
    });
    scope.post('/b/:slug/:service/ask', { bodyLimit: longestForm }, async (request, reply) => {
      const visit = await openToChange(request, reply);
      const { shown, view } = visit;
      const service = findService(shown, request);
      const form = readFields(request);
      const asked = toAsked(shown, service, form);
      const typed: Typed = {
        name: form['name'] ?? '',
        number: form['number'] ?? '',
        note: form['note'] ?? '',
      };
      const id = orNotFound(Id.safeParse(form['request']).data);
      const again = (wrong: Wrong) =>
        show(visit, reply.code(400), writeAsk(view, asked, { typed, wrong, requestId: id }));
      const read = readTyped(typed, view);
      if ('wrong' in read) return again(read.wrong);
      await limits.holds.take(`${shown.context.tenantId} ${addressKey(request.ip)}`);
      await limits.requests.take(shown.context.tenantId);
      const chosen: Chosen = { service, resourceId: asked.resource.id, date: asked.date, time: asked.time };
      const asking = { id, ...read, language: view.language };
      const visitor = visit.visitor ?? randomUUID();
      try {
        if (await isDone(askForTime(shown, chosen, { asking, visitor })))
          return await reply.redirect(view.address(`/r/${id}`), 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'request.too_many_open') throw error;
        return again({ form: view.words.tooManyOpen });
      }
      const { date: day } = asked;
      return reply.redirect(
        view.address(`/${service.key}`, {
          day,
          with: asked.isChosen ? asked.resource.id : undefined,
          note: 'taken',
        }),
        303,
      );
    });
    scope.get('/b/:slug/r/:id', async (request, reply) => {
      const visit = await open(request, reply);
      const { row, booked } = await readRequest(visit.shown, getRequestId(request));
      const link = booked && composeBookingLink(dependencies, booked);
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      if (row.state === 'pending') reply.header('refresh', '30');
      return show(visit, reply, writeRequest(visit.view, row, link ?? null));
    });
    scope.post('/b/:slug/r/:id/withdraw', { bodyLimit: longestForm }, async (request, reply) => {
      const { shown, view } = await openToChange(request, reply);
      const id = getRequestId(request);
      await withdrawRequest(shown.context, id);
      return reply.redirect(view.address(`/r/${id}`), 303);
    });
    scope.get('/b/*', async () => {
      throw new AppError('not_found');
    });

    async function openToChange(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
      const { disk, database } = dependencies;
      assertThat(database.kind !== 'embedded' || !disk?.isFull(), 'server.storage_full');
      return open(request, reply);
    }
  });

  function toRefusal(error: FastifyError, request: FastifyRequest): AppError {
    return error instanceof z.ZodError
      ? new AppError('not_found')
      : toAppError(error, request, dependencies.disk);
  }
}

/** Thrown where a business has another slug now. */
class Moved extends Error {
  override readonly name = 'Moved';
  readonly address: string;

  constructor(address: string) {
    super('the page has another address');
    this.address = address;
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
  const rows = await readInOneMessage(shown.context, { days: readOffered(shown, service, range, visitor) });
  return {
    asked: { service, resourceId, day, range, isFirst: from === today },
    days: offeredDays(shown, service, rows.days, { ...range, resourceId }),
  };
}

const TimeForm = z.object({ day: LocalDate, time: LocalTime, with: Id.optional() });
const AskedForm = z.object({ day: LocalDate, time: LocalTime, with: Id, chosen: z.literal('1').optional() });

/** Reads a form. A wrong value is answered with `not_found`. */
function readForm<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  return schema.parse(readFields(request));
}

function readFields({ body }: FastifyRequest): Partial<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
}

/** Reads the time that is asked for. @throws `not_found` */
function toAsked(shown: Shown, service: OfferedService, given: unknown): AskedTime {
  const { day: date, time, with: resourceId, chosen } = AskedForm.parse(given);
  const resource = findResource(shown, service, resourceId);
  return { service, resource, isChosen: chosen !== undefined, date, time };
}

const Note = lines(500);

/** Checks what a visitor typed. */
function readTyped(
  { name, number, note }: Typed,
  { words }: View,
): { wrong: Wrong } | { personName: string; contact: string; note: string | null } {
  const personName = PersonName.safeParse(name);
  const contact = PersonContact.safeParse(number);
  const digits = readTelephone(contact.data ?? '')?.number ?? '';
  const said = Note.safeParse(note.trim());
  const wrong: Wrong = {
    ...(!personName.success && { name: words.nameMissing }),
    ...(digits.replaceAll(/\D/g, '').length < 10 && { number: words.numberMissing }),
    ...(!said.success && { note: words.noteTooLong }),
  };
  if (!personName.success || !contact.success || !said.success || Object.keys(wrong).length > 0)
    return { wrong };
  return { personName: personName.data, contact: contact.data, note: said.data || null };
}

function findService({ services }: Shown, { params }: FastifyRequest): OfferedService {
  const { service: key } = params as { service: string };
  return orNotFound(services.find((service) => service.key === key || service.id === key));
}

function findResource({ resources }: Shown, service: OfferedService, id: string) {
  const found = resources.find((resource) => resource.id === id);
  assertThat(found && (service.resourceIds?.includes(id) ?? true), 'not_found');
  return found;
}

function getRequestId({ params }: FastifyRequest): string {
  return orNotFound(Id.safeParse((params as { id: string }).id).data);
}

/** Returns whether a time was taken; false where another visitor was first. */
async function isDone(taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    if (error instanceof TimeTaken || (error instanceof AppError && error.code === 'slot.taken'))
      return false;
    throw error;
  }
}

function makeLimits(dependencies: Dependencies) {
  const { settings, metrics } = dependencies;
  const { publicPage, publicPagesPerTenant, holds, requestsPerTenant } = settings.limits;
  return {
    address: new ProcessLimiter('public_page', publicPage, metrics),
    tenant: new ProcessLimiter('public_pages_of_business', publicPagesPerTenant, metrics),
    holds: new SharedLimiter({ name: 'holds', points: holds, seconds: 3600 }, dependencies),
    requests: new SharedLimiter(
      { name: 'requests_of_business', points: requestsPerTenant, seconds: 3600 },
      dependencies,
    ),
  };
}

function toAddress(slug: string, path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const asked = new URLSearchParams(given).toString();
  return `/b/${slug}${path}${asked && `?${asked}`}`;
}
