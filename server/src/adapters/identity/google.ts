import { loadOnce } from '../../core/load-once.ts';
import type { GoogleSettings } from '../../core/third-party-settings.ts';
import type { IdentityProvider } from './port.ts';

/**
 * Adapts Google's OpenID Connect (google-client.ts). The client and its libraries are imported by
 * the first sign-in with Google.
 */
export function googleIdentity(settings: GoogleSettings, { timeoutMs = 10_000 } = {}): IdentityProvider {
  const client = loadOnce(async () => (await import('./google-client.ts')).googleClient(settings, timeoutMs));
  return {
    begin: async (challenge) => (await client()).begin(challenge),
    complete: async (answer, challenge) => (await client()).complete(answer, challenge),
  };
}
