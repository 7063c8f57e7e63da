import { password, type Tenant } from '../data/fill.ts';

/**
 * Signs in the owner of a business over HTTP, and returns the headers of their requests. An access
 * token is valid for 15 minutes, so each measurement signs in again.
 */
export async function signIn(address: string, tenant: Tenant): Promise<Record<string, string>> {
  const reply = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: tenant.email, password, remember: false }),
  });
  if (reply.status !== 201) throw new Error(`signing in answered ${reply.status}: ${await reply.text()}`);
  const { accessToken } = (await reply.json()) as { accessToken: string };
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { authorization: `Bearer ${accessToken}`, cookie };
}
