import * as oidc from 'openid-client';
import { getFailure } from './google-errors.ts';
import type { GoogleSettings } from '../../core/third-party-settings.ts';
import { IdentityFailure, type IdentityProvider, type ProvenIdentity } from './port.ts';

/**
 * The parameters of a request, with minimal scopes. `offline` and `consent` are required; the
 * account chooser is for shared browsers.
 */
const asked = { scope: 'openid email profile', access_type: 'offline', prompt: 'select_account consent' };

/**
 * Adapts Google's OpenID Connect: its addresses discovered from its issuer's, PKCE S256, nonce, and
 * an ID token checked against its published keys. Each of the two steps times out after
 * `timeoutMs`, however many requests it takes.
 */
export function googleClient(settings: GoogleSettings, timeoutMs: number): IdentityProvider {
  const { issuer, clientId, clientSecret } = settings;
  let known: oidc.ServerMetadata | undefined;

  return {
    async begin({ redirectUri, state, nonce, codeVerifier }) {
      return orFailure(async () => {
        // Discovers the addresses each time: if Google is unreachable, the person sees our error
        // and not the browser's on Google's address.
        const configuration = configured((known = await discover(deadline(timeoutMs))), deadline(timeoutMs));
        const challenge = {
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        };
        return oidc.buildAuthorizationUrl(configuration, {
          ...asked,
          ...challenge,
          redirect_uri: redirectUri,
          state,
          nonce,
        }).href;
      });
    },

    async complete(answer, { redirectUri, state, nonce, codeVerifier }) {
      return orFailure(async () => {
        const within = deadline(timeoutMs);
        const configuration = configured((known ??= await discover(within)), within);
        assertIssuer(answer.iss, configuration.serverMetadata());
        const returned = new URL(redirectUri);
        for (const [name, value] of Object.entries(answer))
          if (value !== undefined) returned.searchParams.set(name, value);
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        };
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, checks);
        return provenBy(tokens.claims());
      });
    },
  };

  async function discover(fetch: oidc.CustomFetch): Promise<oidc.ServerMetadata> {
    const options = { [oidc.customFetch]: fetch, execute: transportFor(issuer) };
    const configuration = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    return configuration.serverMetadata();
  }

  function configured(metadata: oidc.ServerMetadata, fetch: oidc.CustomFetch): oidc.Configuration {
    const configuration = new oidc.Configuration(metadata, clientId, clientSecret);
    configuration[oidc.customFetch] = fetch;
    // Requires a signature: without this, a token that came over https would not need one.
    oidc.enableNonRepudiationChecks(configuration);
    for (const apply of transportFor(issuer)) apply(configuration);
    return configuration;
  }
}

/** Allows plain http, which is as private as https on this machine alone, for the sandbox. */
function transportFor(issuer: string): ((configuration: oidc.Configuration) => void)[] {
  return new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
}

/** Makes one timeout for all requests of a step. */
function deadline(ms: number): oidc.CustomFetch {
  const signal = AbortSignal.timeout(ms);
  // Passes the forms of its bodies to `fetch` unchanged; the two types differ in values that
  // neither sends.
  return (url, options) => fetch(url, { ...options, signal } as RequestInit);
}

/**
 * Checks the issuer of a callback (RFC 9207), which a provider sends if its metadata declares it.
 */
function assertIssuer(claimed: string | undefined, metadata: oidc.ServerMetadata): void {
  const isRequired = metadata.authorization_response_iss_parameter_supported === true;
  if (claimed === undefined ? isRequired : claimed !== metadata.issuer)
    throw new IdentityFailure('incomplete', 'the callback is of no or another issuer');
}

function provenBy(claims: oidc.IDToken | undefined): ProvenIdentity {
  if (!claims) throw new IdentityFailure('unverifiable', 'no ID token');
  const { iss, sub, email, email_verified: verified, name } = claims;
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: verified === true,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null,
  };
}

async function orFailure<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw getFailure(error);
  }
}
