import { expect, it } from 'vitest';
import { decrypt, encrypt, fingerprint, fingerprintPrefixOf, fingerprints, prefixOf } from './encryption.ts';
import { newSecrets, newSymmetricKey } from './secrets.ts';

const now = new Date('2026-11-21T04:30:00Z');

it('decrypts what it encrypted, and encrypts the same text differently each time [P-2.29, T-6.3]', async () => {
  const secrets = await newSecrets();
  const [one, two] = [
    encrypt(secrets, now, 'totp a', 'JBSWY3DP ₹'),
    encrypt(secrets, now, 'totp a', 'JBSWY3DP ₹'),
  ];
  expect(decrypt(secrets, 'totp a', one)).toBe('JBSWY3DP ₹');
  expect(one.equals(two)).toBe(false);
  expect(one.includes('JBSWY3DP')).toBe(false);
});

it('decrypts nothing of another installation, of another row, or with a changed byte [T-6.3]', async () => {
  const [secrets, others] = [await newSecrets(), await newSecrets()];
  const encrypted = encrypt(secrets, now, 'totp a', 'JBSWY3DP');
  expect(() => decrypt(others, 'totp a', encrypted)).toThrow();
  expect(() => decrypt(secrets, 'totp b', encrypted)).toThrow();
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(secrets, 'totp a', changed), `byte ${at}`).toThrow();
  }
  expect(() => decrypt(secrets, 'totp a', Buffer.alloc(0))).toThrow();
});

it('makes a fingerprint of installation, purpose and value', async () => {
  const [secrets, others] = [await newSecrets(), await newSecrets()];
  const made = [
    fingerprint(secrets, now, 'code a', 'x'),
    fingerprint(secrets, now, 'code b', 'x'),
    fingerprint(secrets, now, 'code a', 'y'),
    fingerprint(others, now, 'code a', 'x'),
  ];
  expect(new Set(made).size).toBe(4);
  expect(fingerprint(secrets, now, 'code a', 'x')).toBe(made[0]);
});

it('uses a new key from its time on, and reads what every key of the ring made [T-6.5]', async () => {
  const { encryptionKeys: first } = await newSecrets();
  const next = { ...newSymmetricKey(), signsFrom: now.toISOString() };
  const both = { encryptionKeys: [...first, next] };
  const before = new Date(now.getTime() - 1);
  const [old, anew] = [encrypt(both, before, 'totp a', 'x'), encrypt(both, now, 'totp a', 'x')];
  expect([old[0], anew.subarray(0, 9)]).toEqual([1, prefixOf(next)]);
  expect([decrypt(both, 'totp a', old), decrypt(both, 'totp a', anew)]).toEqual(['x', 'x']);
  expect(() => decrypt({ encryptionKeys: [next] }, 'totp a', old)).toThrow('unknown key');
  expect(() => decrypt({ encryptionKeys: first }, 'totp a', anew)).toThrow('unknown key');
  const marks = [fingerprint(both, before, 'code a', 'x'), fingerprint(both, now, 'code a', 'x')];
  expect(marks).toEqual(fingerprints(both, 'code a', 'x'));
  expect(marks.map((mark) => mark.includes('.'))).toEqual([false, true]);
  expect(marks[1]?.startsWith(fingerprintPrefixOf(next))).toBe(true);
});
