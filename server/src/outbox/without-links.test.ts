import { looksLikeLink } from '@samay/contract/core/text';
import { expect, it } from 'vitest';
import { withoutLinks } from './without-links.ts';

it.each([
  ['http://evil.com/x', 'http: //evil. com/x'],
  ['Your prize: www.evil.co.in', 'Your prize: www. evil. co. in'],
  ['evil．xyz', 'evil. xyz'],
  ['192.168.1.1', '192. 168. 1. 1'],
  ['Asha\nKulkarni X', 'Asha Kulkarni X'],
  ['A.K.Sharma', 'A. K. Sharma'],
  ['Dr. Rao...', 'Dr. Rao...'],
  ['मीरा जोशी', 'मीरा जोशी'],
])('%j becomes %j [P-12.23]', (name, mailed) => {
  expect([withoutLinks(name), looksLikeLink(withoutLinks(name))]).toEqual([mailed, false]);
});

it('has no room for a message', () => {
  expect(Array.from(withoutLinks('𝓐'.repeat(200)))).toHaveLength(80);
});
