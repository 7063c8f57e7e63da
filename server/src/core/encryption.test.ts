import { expect, it } from 'vitest';
import {
  decrypt,
  encrypt,
  fingerprint,
  getFingerprintPrefix,
  fingerprints,
  getPrefix,
} from './encryption.ts';
import { newKey, newSecrets, getSecrets } from './secrets.ts';

it('decrypts what it encrypted, and encrypts the same text differently each time [P-2.29, T-6.3]', () => {
  const secrets = newSecrets();
  const [one, two] = [encrypt(secrets, 'totp a', 'JBSWY3DP ₹'), encrypt(secrets, 'totp a', 'JBSWY3DP ₹')];
  expect(decrypt(secrets, 'totp a', one)).toBe('JBSWY3DP ₹');
  expect(one.equals(two)).toBe(false);
  expect(one.includes('JBSWY3DP')).toBe(false);
});

it('decrypts nothing of another installation, of another row, or with a changed byte [T-6.3]', () => {
  const [secrets, others] = [newSecrets(), newSecrets()];
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

it('makes a fingerprint of installation, purpose and value', () => {
  const [secrets, others] = [newSecrets(), newSecrets()];
  const made = [
    fingerprint(secrets, 'code a', 'x'),
    fingerprint(secrets, 'code b', 'x'),
    fingerprint(secrets, 'code a', 'y'),
    fingerprint(others, 'code a', 'x'),
  ];
  expect(new Set(made).size).toBe(4);
  expect(fingerprint(secrets, 'code a', 'x')).toBe(made[0]);
});

it('writes with the first key, and reads what every key made [T-6.5]', () => {
  const [before, next] = [newKey(), newKey()];
  const [first, announced, changed] = [[before], [before, next], [next, before]].map(getSecrets);
  if (!first || !announced || !changed) throw new Error('there are three');
  const [old, changedOver] = [encrypt(announced, 'totp a', 'x'), encrypt(changed, 'totp a', 'x')];
  for (const secrets of [announced, changed])
    expect([old, changedOver].map((text) => decrypt(secrets, 'totp a', text))).toEqual(['x', 'x']);
  expect(decrypt(first, 'totp a', old)).toBe('x');
  expect(() => decrypt(first, 'totp a', changedOver)).toThrow('unknown key');
  expect(changedOver.subarray(0, 9)).toEqual(getPrefix(getSecrets([next]).encryptionKeys[0] ?? { id: '' }));
  const marks = [fingerprint(changed, 'code a', 'x'), fingerprint(announced, 'code a', 'x')];
  expect(marks).toEqual(fingerprints(changed, 'code a', 'x'));
  expect(marks[1]?.startsWith(getFingerprintPrefix(first.encryptionKeys[0] ?? { id: '' }))).toBe(true);
});
