import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InteractionResults } from 'oidc-provider';
import { chooserPage, consentPage, lostPage } from './pages.ts';
import { person, type Verification, verifications } from './accounts.ts';
import type { IdentityWorld } from './provider.ts';

type Interaction = Awaited<ReturnType<IdentityWorld['provider']['interactionDetails']>>;

/** The pages between an application's request and its answer: who it is, then whether the application may know. */
export async function answerInteraction(world: IdentityWorld, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const interaction = await world.provider.interactionDetails(request, response);
    if (world.party.mode === 'deny') return await finish(world, request, response, refusal);
    if (request.method === 'POST') return await take(world, interaction, request, response);
    show(response, 200, pageOf(world, interaction));
  } catch (error) {
    show(response, 400, lostPage(error instanceof Error ? error.message : 'This sign-in is over.'));
  }
}

const refusal: InteractionResults = { error: 'access_denied', error_description: 'The person refused' };

function pageOf({ accounts }: IdentityWorld, { prompt, params, session }: Interaction): string {
  const asking = { client: String(params['client_id']), scopes: String(params['scope']) };
  return prompt.name === 'consent' ? consentPage(asking, accounts.get(session?.accountId ?? '')) : chooserPage(asking);
}

async function take(world: IdentityWorld, interaction: Interaction, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  if (form.has('cancel')) return finish(world, request, response, refusal);
  if (interaction.prompt.name === 'consent')
    return finish(world, request, response, { consent: { grantId: await grant(world, interaction) } });
  const account = accountOf(world, form);
  world.accounts.set(account.subject, account);
  await finish(world, request, response, { select_account: {}, login: { accountId: account.subject } });
}

/** A known person's button sends the address alone. */
function accountOf({ accounts }: IdentityWorld, form: URLSearchParams) {
  const email = form.get('email') ?? '';
  const isTyped = form.has('verification');
  const known = isTyped ? undefined : [...accounts.values()].find((account) => account.email === email);
  return known ?? person(email, form.get('name') ?? '', verificationOf(form.get('verification')), form.get('subject') ?? '');
}

function verificationOf(value: string | null): Verification {
  return value !== null && Object.hasOwn(verifications, value) ? (value as Verification) : 'yes';
}

async function grant({ provider }: IdentityWorld, { grantId, session, params, prompt }: Interaction): Promise<string> {
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
  const missing = prompt.details['missingOIDCScope'];
  if (Array.isArray(missing)) grant.addOIDCScope(missing.join(' '));
  return grant.save();
}

async function finish({ provider }: IdentityWorld, request: IncomingMessage, response: ServerResponse, result: InteractionResults) {
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

function show(response: ServerResponse, status: number, page: string): void {
  // No form-action: the answer to the last form leads back to the application.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  });
  response.end(page);
}
