import { Id } from '@samay/contract/core/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../../context/dependencies.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readCookie } from '../../../http/cookies.ts';
import { ProcessLimiter } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { chooseLanguage, ownWords } from '../own-booking/choose-language.ts';
import type { Html } from '../own-booking/html.ts';
import { type Page, writePage } from '../own-booking/layout.ts';
import { getLanguage, makePage, send } from '../own-booking/pages.ts';
import { findOfSlug } from '../online/find.ts';
import { readShownPage, type Shown } from '../online/shown.ts';
import { pageWords } from '../online/words/languages.ts';
import { taskSeconds } from '../tasks/task.ts';
import type { View } from './view.ts';

/** The bytes of a form: a note of 500 characters in any script, percent-encoded. */
export const longestForm = 8192;
/** The seconds for which a visitor is known by their own number. */
export const visitorSeconds = 86_400;

/** A visitor of the page of a business. */
export interface PageView {
  readonly shown: Shown;
  readonly view: View;
  readonly page: Page;
  /** The visitor's own number, by which their holds are known; null before the first one. */
  readonly visitor: string | null;
}

/** Thrown where a business has another slug now. */
export class Moved extends Error {
  override readonly name = 'Moved';
  readonly address: string;

  constructor(address: string) {
    super('the page has another address');
    this.address = address;
  }
}

/** Opens the pages of businesses for their visitors. */
export type PageViews = ReturnType<typeof makePageViews>;

/** Makes what all pages of businesses open and count with. */
export function makePageViews(dependencies: Dependencies) {
  const { settings } = dependencies;
  const limits = makeLimits(dependencies);

  /**
   * Opens a page, `isOffToo` also of a business whose page is off: what was begun there is ended there.
   * @throws `not_found`, `request.too_many` for the business, Moved
   */
  const open = async (request: FastifyRequest, reply: FastifyReply, isOffToo = false): Promise<PageView> => {
    const { slug } = request.params as { slug: string };
    const found = orNotFound(await findOfSlug(dependencies, slug));
    await limits.tenant.take(found.id);
    if (found.slug !== slug) throw new Moved(request.url.replace(`/b/${slug}`, `/b/${found.slug}`));
    const shown = orNotFound(await readShownPage(dependencies, found, request.id, isOffToo));
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

  /** Opens a page whose visitor changes something. @throws `server.storage_full` too */
  const openToChange = async (
    request: FastifyRequest,
    reply: FastifyReply,
    isOffToo = false,
  ): Promise<PageView> => {
    const { disk, database } = dependencies;
    assertThat(database.kind !== 'embedded' || !disk?.isFull(), 'server.storage_full');
    return open(request, reply, isOffToo);
  };

  /** Sends a page with its content. */
  const show = async ({ page, shown }: PageView, reply: FastifyReply, content: Html, head?: Html) =>
    send(reply, writePage({ ...page, ...(head && { head }) }, shown.business.name, content));

  return { open, openToChange, show, limits };
}

function makeLimits(dependencies: Dependencies) {
  const { settings, metrics } = dependencies;
  const { publicPage, publicPagesPerTenant, holds, requestsPerTenant, codesPerTenant } = settings.limits;
  const shared = (name: string, points: number, seconds = 3600) =>
    new SharedLimiter({ name, points, seconds }, dependencies);
  return {
    address: new ProcessLimiter('public_page', publicPage, metrics),
    tenant: new ProcessLimiter('public_pages_of_business', publicPagesPerTenant, metrics),
    holds: shared('holds', holds),
    solved: shared('solved_tasks', 1, taskSeconds),
    requests: shared('requests_of_business', requestsPerTenant),
    utrs: shared('utrs_of_request', 10),
    codesPerHour: shared('codes_of_hour', 5),
    codesPerDay: shared('codes_of_day', 10, 86_400),
    codesOfBusiness: shared('codes_of_business', codesPerTenant),
  };
}

function toAddress(slug: string, path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const asked = new URLSearchParams(given).toString();
  return `/b/${slug}${path}${asked && `?${asked}`}`;
}
