import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { identityMemory } from './memory-adapter.ts';
import { type Account, getClaims } from './accounts.ts';
import { loopback } from '../party/listen.ts';
import type { Party } from '../party/party.ts';

/** Credentials of the one registered application. They are public. */
const client = { id: 'sandbox-client', secret: 'sandbox-secret' };

/** The context of a sign-in's pages. */
export interface IdentityContext {
  readonly provider: Provider;
  readonly party: Party;
  /** The accounts by subject. Accounts that a user types in are added. */
  readonly accounts: Map<string, Account>;
}

export type SigningKey = JWK & { kid: string };

/** Creates an RSA key: Google signs with RS256. */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' };
}

/**
 * Configures a certified OpenID provider like Google: claims in the ID token, optional PKCE, an
 * account chooser.
 */
export function identityProvider(
  address: string,
  key: SigningKey,
  accounts: ReadonlyMap<string, Account>,
): Provider {
  const provider = new Provider(address, settings(key, accounts));
  // Google accepts the redirect addresses that an application registered; this provider accepts any
  // address of this machine.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    ['localhost', loopback].includes(new URL(uri).hostname);
  return provider;
}

function settings(key: SigningKey, accounts: ReadonlyMap<string, Account>): Configuration {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return {
    adapter: identityMemory(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`http://${loopback}/`],
        grant_types: ['authorization_code'],
      },
    ],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    extraParams: ['access_type'],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      return account && { accountId: subject, claims: () => getClaims(account) };
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      Session: 86_400,
    },
  };
}
