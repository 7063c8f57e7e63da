import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InteractionResults } from 'oidc-provider';
import { chooserPage, consentPage, errorPage } from './pages.ts';
import { person, type Verification, verifications } from './accounts.ts';
import type { IdentityContext } from './provider.ts';

type Interaction = Awaited<ReturnType<IdentityContext['provider']['interactionDetails']>>;

/**
 * Serves the pages between an application's request and its answer: account chooser, then consent.
 */
export async function answerInteraction(
  context: IdentityContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const interaction = await context.provider.interactionDetails(request, response);
    if (context.party.mode === 'deny') return await finish(context, request, response, denial);
    if (request.method === 'POST') return await take(context, interaction, request, response);
    show(response, 200, renderPage(context, interaction));
  } catch (error) {
    show(response, 400, errorPage(error instanceof Error ? error.message : 'This sign-in is over.'));
  }
}

const denial: InteractionResults = { error: 'access_denied', error_description: 'The person refused' };

function renderPage({ accounts }: IdentityContext, { prompt, params, session }: Interaction): string {
  const request = { client: String(params['client_id']), scopes: String(params['scope']) };
  return prompt.name === 'consent'
    ? consentPage(request, accounts.get(session?.accountId ?? ''))
    : chooserPage(request);
}

async function take(
  context: IdentityContext,
  interaction: Interaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  if (form.has('cancel')) return finish(context, request, response, denial);
  if (interaction.prompt.name === 'consent')
    return finish(context, request, response, { consent: { grantId: await grant(context, interaction) } });
  const account = findAccount(context, form);
  context.accounts.set(account.subject, account);
  await finish(context, request, response, { select_account: {}, login: { accountId: account.subject } });
}

/**
 * Finds the chosen account, or creates it from the form. The button of a known account sends the
 * address alone.
 */
function findAccount({ accounts }: IdentityContext, form: URLSearchParams) {
  const email = form.get('email') ?? '';
  const isTyped = form.has('verification');
  const known = isTyped ? undefined : [...accounts.values()].find((account) => account.email === email);
  return (
    known ??
    person(email, form.get('name') ?? '', verificationOf(form.get('verification')), form.get('subject') ?? '')
  );
}

function verificationOf(value: string | null): Verification {
  return value !== null && Object.hasOwn(verifications, value) ? (value as Verification) : 'yes';
}

async function grant(
  { provider }: IdentityContext,
  { grantId, session, params, prompt }: Interaction,
): Promise<string> {
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ??
    new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
  const missing = prompt.details['missingOIDCScope'];
  if (Array.isArray(missing)) grant.addOIDCScope(missing.join(' '));
  return grant.save();
}

async function finish(
  { provider }: IdentityContext,
  request: IncomingMessage,
  response: ServerResponse,
  result: InteractionResults,
) {
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

function show(response: ServerResponse, status: number, page: string): void {
  // No form-action: the last form redirects to the application.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  });
  response.end(page);
}
