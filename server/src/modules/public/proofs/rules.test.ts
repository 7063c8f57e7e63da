import { expect, it } from 'vitest';
import { newSecrets } from '../../../core/secrets.ts';
import {
  hashCode,
  hashDevice,
  isAlive,
  isCode,
  isProven,
  newCode,
  readCode,
  secondsUntilNext,
} from './rules.ts';

const at = new Date('2026-11-21T04:30:00Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);

it('a code has six digits, and is read in digits of any script with what is between them [P-12.201]', () => {
  for (let made = 0; made < 200; made += 1) expect(newCode()).toMatch(/^\d{6}$/);
  for (const typed of ['012345', ' 012 345 ', '012-345', '०१२३४५', '౦౧౨౩౪౫', '０１２３４５'])
    expect(readCode(typed)).toBe('012345');
  for (const typed of ['', '12345', '1234567', '12a456']) expect(readCode(typed)).toBeUndefined();
});

it('its hash is of its form, and of a key that the database does not have [T-2.67]', () => {
  const [{ codeKeys }, other] = [newSecrets(), newSecrets()];
  const [key] = codeKeys;
  if (!key) throw new Error('there is no key');
  const form = { tenantId: 'a', id: 'b' };
  const hash = hashCode(key, form, '012345');
  expect(hash).toHaveLength(32);
  expect(isCode(codeKeys, form, '012345', hash)).toBe(true);
  expect(isCode(codeKeys, form, '012346', hash)).toBe(false);
  expect(isCode(codeKeys, { ...form, id: 'c' }, '012345', hash)).toBe(false);
  expect(isCode(other.codeKeys, form, '012345', hash)).toBe(false);
  expect(hashDevice('a', 'secret')).not.toBe(hashDevice('b', 'secret'));
});

it('it works for five minutes and five tries [P-12.201]', () => {
  const sent = { sent_at: at, sends: 1, tries: 0 };
  expect(isAlive(sent, after(299))).toBe(true);
  expect(isAlive(sent, after(300))).toBe(false);
  expect(isAlive({ ...sent, tries: 5 }, at)).toBe(false);
  expect(isAlive({ ...sent, sent_at: null }, at)).toBe(false);
  expect(isProven({ proven_at: at }, after(1799))).toBe(true);
  expect(isProven({ proven_at: at }, after(1800))).toBe(false);
});

it.each([
  [1, 30],
  [2, 60],
  [3, 120],
  [9, 120],
])('after %i codes another one waits %i s [P-12.203]', (sends, seconds) => {
  const sent = { sent_at: at, sends, tries: 0 };
  expect(secondsUntilNext(sent, at)).toBe(seconds);
  expect(secondsUntilNext(sent, after(seconds))).toBe(0);
});
