import { expect, it } from 'vitest';
import { newSecrets } from './secrets.ts';
import { fingerprint, decrypt, encrypt } from './encryption.ts';

it('decrypts what was encrypted, and encrypts the same text differently each time', async () => {
  const secrets = await newSecrets();
  const [one, two] = [encrypt(secrets, 'totp a', 'JBSWY3DP ₹'), encrypt(secrets, 'totp a', 'JBSWY3DP ₹')];
  expect(decrypt(secrets, 'totp a', one)).toBe('JBSWY3DP ₹');
  expect(one.equals(two)).toBe(false);
  expect(one.toString('latin1')).not.toContain('JBSWY3DP');
});

it('does not decrypt under another key, in another place, or when any byte was changed', async () => {
  const [secrets, others] = [await newSecrets(), await newSecrets()];
  const encrypted = encrypt(secrets, 'totp a', 'JBSWY3DP');
  expect(() => decrypt(others, 'totp a', encrypted)).toThrow();
  expect(() => decrypt(secrets, 'totp b', encrypted)).toThrow();
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(secrets, 'totp a', changed), `byte ${at}`).toThrow();
  }
  expect(() => decrypt(secrets, 'totp a', Buffer.alloc(0))).toThrow();
});

it('the fingerprint is the same only for the same text in the same place', async () => {
  const [secrets, others] = [await newSecrets(), await newSecrets()];
  const made = [
    fingerprint(secrets, 'code a', 'x'),
    fingerprint(secrets, 'code b', 'x'),
    fingerprint(secrets, 'code a', 'y'),
    fingerprint(others, 'code a', 'x'),
  ];
  expect(new Set(made).size).toBe(4);
  expect(fingerprint(secrets, 'code a', 'x')).toBe(made[0]);
});
