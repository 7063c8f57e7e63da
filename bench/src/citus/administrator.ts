import { createHmac } from 'node:crypto';
import type { Tenant } from '../data/fill.ts';
import { signIn } from '../load/sign-in.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the headers of a super admin, who signs in and sets up the required second factor. */
export async function signInAsAdministrator(address: string, admin: Tenant): Promise<Record<string, string>> {
  const owner = await signIn(address, admin);
  const headers = { ...owner, 'content-type': 'application/json' };
  const begun = await fetch(`${address}/api/second-factor/enrolment`, { method: 'POST', headers: owner });
  const { secret } = (await begun.json()) as { secret: string };
  const body = JSON.stringify({ code: codeAt(secret, Date.now()) });
  const confirmed = await fetch(`${address}/api/second-factor`, { method: 'PUT', headers, body });
  if (!confirmed.ok)
    throw new Error(`the second factor answered ${confirmed.status}: ${await confirmed.text()}`);
  const { token } = (await confirmed.json()) as { token: { accessToken: string } };
  return { ...owner, authorization: `Bearer ${token.accessToken}` };
}

/** Computes the code of an authenticator app (RFC 6238: six digits, 30 seconds, SHA-1). */
function codeAt(secret: string, at: number): string {
  const bits = secret
    .replaceAll('=', '')
    .split('')
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
