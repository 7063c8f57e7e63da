import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../../core/app-error.ts';
import type { Settings } from '../../../core/settings.ts';
import { chooseLanguage, ownWords } from './choose-language.ts';
import { type Page, writeNotice } from './layout.ts';
import type { OwnLanguage } from './own-words.ts';

/** Sets the headers of every answer to a stranger: nothing is kept, loaded or framed. */
export function secure(
  reply: FastifyReply,
  referrerPolicy: 'no-referrer' | 'strict-origin-when-cross-origin',
): void {
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': referrerPolicy,
    'x-frame-options': 'DENY',
    'content-security-policy': composePolicy(reply),
  });
}

/** Allows the script of this response, and the worker that it makes. */
export function allowScript(reply: FastifyReply): void {
  const script = `script-src 'nonce-${reply.styleNonce}'; worker-src blob:`;
  reply.header('content-security-policy', `${composePolicy(reply)}; ${script}`);
}

/** Allows the forms of this response to be sent to another origin too. */
export function allowFormTo(reply: FastifyReply, origin: string): void {
  reply.header('content-security-policy', composePolicy(reply, `'self' ${origin}`));
}

function composePolicy({ styleNonce }: FastifyReply, forms = "'self'"): string {
  // Lets browsers' audits read robots.txt, which they do with the rights of the page; a script to connect there is none.
  const connect = "connect-src 'self'";
  return `default-src 'none'; style-src 'nonce-${styleNonce}'; ${connect}; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Sends a whole page. */
export async function send(reply: FastifyReply, page: string): Promise<FastifyReply> {
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Returns the language that the address asks for; undefined where it asks for none that there is. */
export function getLanguage(request: FastifyRequest): OwnLanguage | undefined {
  const { l } = request.query as Record<string, unknown>;
  return typeof l === 'string' && Object.hasOwn(ownWords, l) ? (l as OwnLanguage) : undefined;
}

/** Returns what all pages to strangers have around their content. */
export function makePage(
  reply: FastifyReply,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { language, addressIn }: Pick<Page, 'language' | 'addressIn'>,
): Page {
  return { language, words: ownWords[language], addressIn, nonce: reply.styleNonce, publicUrl };
}

/**
 * Sends the page of a refusal, without the name of a business or a booking, in the language of the
 * address or the browser.
 * @param explains whether a missing page has a sentence below its title
 */
export async function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: AppError,
  { settings, explains }: { readonly settings: Settings; readonly explains: boolean },
): Promise<FastifyReply> {
  const { code, status, retryAfter } = refused;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const language = getLanguage(request) ?? chooseLanguage([], request.headers['accept-language']);
  const page = makePage(reply, settings, { language, addressIn: (l) => `?l=${l}` });
  const { words } = page;
  const isGone = code === 'not_found' || status === 413 || status === 415;
  const title = isGone ? words.gone : status === 429 ? words.tooMany : words.fault;
  const text = isGone && explains ? words.goneText : undefined;
  return send(reply.code(isGone ? 404 : status), writeNotice(page, title, text));
}
