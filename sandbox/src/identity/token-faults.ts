import { randomBytes } from 'node:crypto';
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose';
import type { Provider } from 'oidc-provider';
import type { SigningKey } from './provider.ts';
import type { Party } from '../party/party.ts';

/**
 * Replaces the ID token in the modes `forged` (wrong signature) and `replayed` (nonce of another
 * sign-in).
 */
export function injectTokenFaults(provider: Provider, party: Party, key: SigningKey): void {
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.path !== '/token' || !hasIdToken(body)) return;
    const claims = decodeJwt(body.id_token);
    if (party.mode === 'forged')
      body.id_token = body.id_token.replace(/[^.]+$/, randomBytes(256).toString('base64url'));
    if (party.mode === 'replayed')
      body.id_token = await sign({ ...claims, nonce: 'of-another-sign-in' }, key);
  });
}

function hasIdToken(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';
}

async function sign(claims: JWTPayload, key: SigningKey): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key, 'RS256'));
}
