import { expect, it } from 'vitest';
import { newSecrets } from './secrets.ts';
import { fingerprint, open, seal } from './encryption.ts';

it('opens what was sealed, and seals the same text differently each time', async () => {
  const secrets = await newSecrets();
  const [one, two] = [seal(secrets, 'totp a', 'JBSWY3DP ₹'), seal(secrets, 'totp a', 'JBSWY3DP ₹')];
  expect(open(secrets, 'totp a', one)).toBe('JBSWY3DP ₹');
  expect(one.equals(two)).toBe(false);
  expect(one.toString('latin1')).not.toContain('JBSWY3DP');
});

it('does not open under another key, in another place, or when any byte was changed', async () => {
  const [secrets, others] = [await newSecrets(), await newSecrets()];
  const sealed = seal(secrets, 'totp a', 'JBSWY3DP');
  expect(() => open(others, 'totp a', sealed)).toThrow();
  expect(() => open(secrets, 'totp b', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(secrets, 'totp a', changed), `byte ${at}`).toThrow();
  }
  expect(() => open(secrets, 'totp a', Buffer.alloc(0))).toThrow();
});

it('makes the same fingerprint of the same text in the same place alone', async () => {
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
