import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { newKey, newSecrets, getSecrets } from './secrets.ts';

it('derives the same keys on every server, and others for each purpose and key [T-6.4]', () => {
  const [one, two] = [newKey(), newKey()];
  expect(getSecrets([one])).toEqual(getSecrets([one]));
  const { signingKeys, fileLinkKeys, encryptionKeys } = getSecrets([one, two]);
  const made = [...fileLinkKeys, ...encryptionKeys].map(({ key }) => key).concat(one, two);
  expect(new Set([...made, ...signingKeys.map(({ d }) => d)]).size).toBe(8);
  expect(new Set(signingKeys.map(({ kid }) => kid)).size).toBe(2);
});

it('derives signing keys whose halves belong together [T-6.4]', () => {
  for (let round = 0; round < 50; round += 1) {
    const [pair] = newSecrets().signingKeys;
    const { d: _private, ...open } = { ...pair };
    const signature = sign('sha256', Buffer.from('x'), createPrivateKey({ key: { ...pair }, format: 'jwk' }));
    const publicKey = createPublicKey({ key: open, format: 'jwk' });
    expect(verify('sha256', Buffer.from('x'), publicKey, signature)).toBe(true);
  }
});
