import { Id } from '@samay/contract/core/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { clearCookie, readCookie, setCookie } from '../../../http/cookies.ts';
import { leaveGate } from '../../../http/limits/gate.ts';
import { takeAll } from '../../../http/limits/shared-limiter.ts';
import type { CodeChannel } from '../../reach/index.ts';
import { beginProof, findOwnProof, type Proving, readProof, sendProofCode } from '../proofs/begin.ts';
import { dueByUpi } from '../online/due.ts';
import { priceOf } from '../online/times.ts';
import { bookProven, readBookingOf, toChosen } from '../proofs/book-proven.ts';
import {
  findKnownNumber,
  forgetDevice,
  listHousehold,
  newDevice,
  prove,
  rememberDevice,
} from '../proofs/prove.ts';
import type { KnownPerson, ProofRow } from '../proofs/queries.ts';
import { deviceDays, isOver, isProven, provesNumber, secondsUntilNext } from '../proofs/rules.ts';
import { type Asking, askForTime } from '../requests/ask.ts';
import type { Chosen } from '../requests/hold.ts';
import type { Typed } from '../page-parts/ask-page.ts';
import { codeSent, type Said, writeCode, writeRefused, writeWho } from './code-page.ts';
import { readFields } from '../page-parts/forms.ts';
import { PayRoutes } from './pay-routes.ts';
import { isDone, isTooMany } from '../page-parts/taken.ts';
import { longestForm, type PageView, type PageViews, visitorSeconds } from '../page-parts/page-views.ts';

/** The result of a visitor's form: it is to be a request, or it was answered. */
type BegunBooking = { readonly kind: 'asked' } | { readonly kind: 'answered'; readonly reply: FastifyReply };

interface Form {
  readonly chosen: Chosen;
  readonly form: Proving;
  readonly channel: CodeChannel;
  /** The page with the form again, which says what is wrong. */
  readonly again: (text: string) => FastifyReply | Promise<FastifyReply>;
  /** Where the visitor goes whose time was taken. */
  readonly taken: string;
}

/** The pages of a business that books immediately: the code, the person, the booking. */
export class CodeRoutes {
  readonly #dependencies: Dependencies;
  readonly #pageViews: PageViews;
  readonly #paying: PayRoutes;

  constructor(dependencies: Dependencies, pageViews: PageViews) {
    this.#dependencies = dependencies;
    this.#pageViews = pageViews;
    this.#paying = new PayRoutes(dependencies, pageViews);
  }

  /** Binds them. */
  bind(scope: FastifyInstance): void {
    const { open, openToChange, show } = this.#pageViews;
    this.#paying.bind(scope);
    scope.get('/b/:slug/c/:id', async (request, reply) => {
      const pageView = await open(request, reply);
      const row = await this.#read(pageView, request);
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      if (row.appointment_id !== null) return this.#leadToBooking(pageView, reply, row.id);
      if (!isProven(row, pageView.shown.context.now))
        return show(pageView, reply, this.#writeCode(pageView, request, row));
      return show(pageView, reply, writeWho(pageView.view, row, await listHousehold(pageView.shown, row)));
    });
    scope.post('/b/:slug/c/:id', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const { shown, view, visitor } = pageView;
      const row = await this.#read(pageView, request);
      const { code = '', remember } = readFields(request);
      const proven = await prove(this.#dependencies, shown, { id: row.id, visitor, code });
      if (proven.kind !== 'right') {
        const { codeEnded, codeWrong } = view.words;
        const wrong = proven.kind === 'ended' ? codeEnded : codeWrong.replace('{left}', String(proven.left));
        return show(pageView, reply.code(400), writeCode(view, row, { wrong }));
      }
      if (remember !== undefined && row.channel !== 'mail')
        await this.#remember(pageView, request, reply, row);
      return this.#decide(pageView, request, reply, { ...row, proven_at: shown.context.now });
    });
    scope.post('/b/:slug/c/:id/who', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const row = await this.#read(pageView, request);
      if (!isProven(row, pageView.shown.context.now))
        return reply.redirect(pageView.view.address(`/c/${row.id}`), 303);
      const { person } = readFields(request);
      const household = await listHousehold(pageView.shown, row);
      const chosen = person === 'new' ? undefined : orNotFound(household.find(({ id }) => id === person));
      return this.#book(pageView, request, reply, row, chosen);
    });
    scope.post('/b/:slug/c/:id/again', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const row = await this.#read(pageView, request);
      const path = `/c/${row.id}`;
      const { now } = pageView.shown.context;
      if (row.appointment_id !== null || isProven(row, now))
        return reply.redirect(pageView.view.address(path), 303);
      if (secondsUntilNext(row, now) > 0)
        return reply.redirect(pageView.view.address(path, { note: 'early' }), 303);
      const refused = await this.#countCode(pageView, row);
      if (refused) return reply.redirect(pageView.view.address(path, { note: 'many' }), 303);
      leaveGate(request);
      const outcome = await sendProofCode(this.#dependencies, pageView.shown, row.id);
      return reply.redirect(
        pageView.view.address(path, { note: outcome === 'sent' ? 'again' : 'unsent' }),
        303,
      );
    });
    scope.post('/b/:slug/c/:id/request', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply);
      const { shown, view, visitor } = pageView;
      const row = await this.#read(pageView, request);
      if (row.appointment_id !== null) return this.#leadToBooking(pageView, reply, row.id);
      const service = shown.services.find(({ id }) => id === row.service_id);
      const at = {
        resourceId: row.resource_id,
        date: row.appointment_date,
        time: row.appointment_time.slice(0, 5),
      };
      const asking: Asking = {
        id: row.id,
        personName: row.person_name,
        contact: row.contact,
        note: row.note,
        language: row.language,
        isProven: provesNumber(row, shown.context.now),
        due: dueByUpi(shown, row.service_id, service ? priceOf(service, at) : null),
      };
      try {
        const asked = askForTime(shown, toChosen(shown, row), { asking, visitor: visitor ?? row.visitor });
        if (await isDone(asked)) return await reply.redirect(view.address(`/r/${row.id}`), 303);
      } catch (error) {
        return this.#showRefusal(pageView, reply, error);
      }
      return reply.redirect(this.#takenAt(pageView, row), 303);
    });
    scope.post('/b/:slug/forget', { bodyLimit: longestForm }, async (request, reply) => {
      const { shown, view } = await openToChange(request, reply);
      const { settings } = this.#dependencies;
      const secret = readCookie(request, settings, 'known');
      if (secret !== undefined) await forgetDevice(shown, secret);
      clearCookie(reply, settings, 'known');
      return reply.redirect(view.address(), 303);
    });
  }

  /** Returns what a visitor typed into the form that they go back from; undefined where there is none. */
  async findEarlier({ shown, visitor }: PageView, request: FastifyRequest): Promise<Typed | undefined> {
    const { form } = request.query as Record<string, unknown>;
    const id = Id.safeParse(form).data;
    if (id === undefined) return undefined;
    const row = await findOwnProof(shown, id, visitor);
    return (
      row && { name: row.person_name, number: row.contact, email: row.email ?? '', note: row.note ?? '' }
    );
  }

  /** Returns the number that the visitor's device has proven; undefined where there is none. */
  async findKnownNumber({ shown }: PageView, request: FastifyRequest): Promise<string | undefined> {
    return findKnownNumber(shown, readCookie(request, this.#dependencies.settings, 'known'));
  }

  /**
   * Begins a booking with a typed form: a code leaves, or the device is known. Where no code can leave it is
   * to be a request.
   */
  async begin(
    pageView: PageView & { readonly visitor: string },
    request: FastifyRequest,
    reply: FastifyReply,
    { chosen, form, channel, again, taken }: Form,
  ): Promise<BegunBooking> {
    const { shown, view, visitor } = pageView;
    const { settings } = this.#dependencies;
    const isKnown = (await this.findKnownNumber(pageView, request)) === form.number;
    const uncount = isKnown ? undefined : await this.#tryToCount(pageView, form, channel);
    if (uncount === 'many') return { kind: 'answered', reply: await again(view.words.tooManyCodes) };
    if (uncount === 'fuse') return { kind: 'asked' };
    setCookie(reply, settings, 'visitor', visitor, visitorSeconds);
    let isNew = false;
    const began = beginProof(shown, chosen, { form, visitor, channel, isKnown }).then((made) => {
      isNew = made;
    });
    if (!(await isDone(began))) {
      await uncount?.();
      return { kind: 'answered', reply: await reply.redirect(taken, 303) };
    }
    const page = view.address(`/c/${form.id}`);
    if (!isNew) {
      await uncount?.();
      return { kind: 'answered', reply: await reply.redirect(page, 303) };
    }
    if (isKnown) {
      const row = await readProof(shown, form.id, visitor);
      return { kind: 'answered', reply: await this.#decide(pageView, request, reply, row) };
    }
    leaveGate(request);
    const outcome = await sendProofCode(this.#dependencies, shown, form.id);
    if (outcome === 'sent') return { kind: 'answered', reply: await reply.redirect(page, 303) };
    // A code that may arrive counts.
    if (outcome === 'refused') await uncount?.();
    return { kind: 'asked' };
  }

  async #read({ shown, visitor }: PageView, request: FastifyRequest): Promise<ProofRow> {
    const id = orNotFound(Id.safeParse((request.params as { id: string }).id).data);
    return readProof(shown, id, visitor);
  }

  #writeCode({ view }: PageView, request: FastifyRequest, row: ProofRow) {
    const { words } = view;
    const { note } = request.query as Record<string, unknown>;
    const notes: Readonly<Record<string, Said>> = {
      early: { text: words.againAfter, isBad: true },
      many: { text: words.tooManyCodes, isBad: true },
      unsent: { text: words.codeUnsent, isBad: true },
      ended: { text: words.codeEnded, isBad: true },
      again: { text: `${codeSent(view, row)} ${words.codeNew}`, isBad: false },
    };
    const said = note === 'again' && isOver(row) ? undefined : note;
    const key = row.undelivered_at !== null ? 'unsent' : (said ?? (isOver(row) ? 'ended' : undefined));
    const known = typeof key === 'string' && Object.hasOwn(notes, key) ? notes[key] : undefined;
    return writeCode(view, row, known ? { said: known } : {});
  }

  /** Counts a code; returns whether it is refused. */
  async #countCode(pageView: PageView, row: ProofRow): Promise<boolean> {
    return typeof (await this.#tryToCount(pageView, row, row.channel)) === 'string';
  }

  /**
   * Counts a code for its number, its email and its business. Returns how to uncount it, or which limit
   * refuses it.
   */
  async #tryToCount(
    { shown }: PageView,
    { number, email }: { readonly number: string; readonly email: string | null },
    channel: CodeChannel,
  ): Promise<(() => Promise<void>) | 'many' | 'fuse'> {
    const { codesPerHour, codesPerDay, codesOfBusiness } = this.#pageViews.limits;
    const keys = channel === 'mail' ? [number, (email ?? '').toLowerCase()] : [number];
    let back: () => Promise<void>;
    try {
      back = await takeAll(
        ...keys.map((key): [typeof codesPerHour, string] => [codesPerHour, key]),
        ...keys.map((key): [typeof codesPerHour, string] => [codesPerDay, key]),
      );
    } catch (error) {
      if (isTooMany(error)) return 'many';
      throw error;
    }
    try {
      const fuse = await codesOfBusiness.take(shown.context.tenantId);
      return async () => {
        await back();
        await fuse();
      };
    } catch (error) {
      await back();
      if (isTooMany(error)) return 'fuse';
      throw error;
    }
  }

  async #remember(
    { shown }: PageView,
    request: FastifyRequest,
    reply: FastifyReply,
    row: ProofRow,
  ): Promise<void> {
    const { settings } = this.#dependencies;
    const known = readCookie(request, settings, 'known');
    const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newDevice();
    await rememberDevice(shown, { secret, number: row.number });
    setCookie(reply, settings, 'known', secret, deviceDays * 86_400);
  }

  /** Books for the typed person where the number is of nobody else; else the visitor chooses. */
  async #decide(
    pageView: PageView,
    request: FastifyRequest,
    reply: FastifyReply,
    row: ProofRow,
  ): Promise<FastifyReply> {
    const household = await listHousehold(pageView.shown, row);
    const typed = fold(row.person_name);
    const own = household.find(({ name }) => fold(name) === typed);
    if (household.length > 0 && !own) return reply.redirect(pageView.view.address(`/c/${row.id}`), 303);
    return this.#book(pageView, request, reply, row, own);
  }

  /** Books a proven form, or leads to its payment where its service takes one before. */
  async #book(
    pageView: PageView,
    request: FastifyRequest,
    reply: FastifyReply,
    row: ProofRow,
    person: KnownPerson | undefined,
  ): Promise<FastifyReply> {
    const { shown, visitor } = pageView;
    let payment: string | undefined;
    const booking = async () => {
      payment = await this.#paying.order(pageView, request, row, person);
      if (payment === undefined) await bookProven(shown, { id: row.id, visitor, person });
    };
    try {
      if (await isDone(booking())) {
        if (payment !== undefined) return await reply.redirect(payment, 303);
        return await this.#leadToBooking(pageView, reply, row.id);
      }
    } catch (error) {
      return this.#showRefusal(pageView, reply, error);
    }
    return reply.redirect(this.#takenAt(pageView, row), 303);
  }

  async #leadToBooking({ shown, view }: PageView, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const made = orNotFound(await readBookingOf(shown, id));
    const secret = orNotFound(composeBookingSecret(this.#dependencies.secrets, made));
    return reply.redirect(`/m/${secret}?l=${view.language}`, 303);
  }

  /** Shows why a booking was not made, with the telephone. @throws another error */
  async #showRefusal(pageView: PageView, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const { words, shown } = pageView.view;
    const code = error instanceof AppError ? error.code : undefined;
    const texts: Partial<Record<string, string>> = {
      'request.too_many_open': words.tooManyOpen,
      'plan.limit_reached': words.call[shown.context.businessType],
    };
    const text = code === undefined ? undefined : texts[code];
    if (text === undefined) throw error;
    return this.#pageViews.show(pageView, reply.code(409), writeRefused(pageView.view, text));
  }

  #takenAt({ view, shown }: PageView, row: ProofRow): string {
    const service = shown.services.find(({ id }) => id === row.service_id);
    if (!service) return view.address();
    const chosen = row.is_chosen ? row.resource_id : undefined;
    return view.address(`/${service.key}`, { day: row.appointment_date, with: chosen, note: 'taken' });
  }
}

function fold(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
