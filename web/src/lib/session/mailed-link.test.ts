import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { takeMailedLink, useMailedLink } from './mailed-link.ts';

const id = 'a1f0c2de-1111-4222-8333-444455556666';
afterEach(() => history.replaceState(null, '', '/'));

function arriveAt(address: string): ReturnType<typeof useMailedLink> {
  history.replaceState({ kept: 'state' }, '', address);
  takeMailedLink();
  return renderHook(() => useMailedLink()).result.current;
}

it.each([
  [
    `/update-password#access_token=abc&refresh_token=${id}&type=recovery`,
    { accessToken: 'abc', refreshToken: id },
  ],
  [
    '/update-password?token=abc&type=invite&email=a%2Bb%40c.example',
    { token: 'abc', type: 'invite', email: 'a+b@c.example' },
  ],
  ['/update-password?token=abc&email=a@c.example', { token: 'abc', type: 'signup', email: 'a@c.example' }],
  ['/update-password?token=abc&type=nonsense', { token: 'abc', type: 'signup', email: '' }],
  [
    '/update-password/?token=abc&type=recovery&email=a@c.example',
    { token: 'abc', type: 'recovery', email: 'a@c.example' },
  ],
  [
    `/update-password?token=abc&email=a@c.example#access_token=def&refresh_token=${id}`,
    { accessToken: 'def', refreshToken: id },
  ],
  ['/update-password#error=access_denied', undefined],
  ['/update-password#access_token=abc', undefined],
  ['/update-password?email=a@c.example', undefined],
])('removes %s from the address [P-2.32]', (address, link) => {
  expect(arriveAt(address)).toEqual(link);
  expect([location.pathname, location.search, location.hash]).toEqual(['/update-password', '', '']);
  expect(history.state).toEqual({ kept: 'state' });
});

it('does not change any other address', () => {
  const before = arriveAt('/update-password?token=abc&email=a@c.example');
  const link = arriveAt('/login?token=def&email=b@c.example#access_token=ghi&refresh_token=jkl');
  expect([link, location.search, location.hash]).toEqual([
    before,
    '?token=def&email=b@c.example',
    '#access_token=ghi&refresh_token=jkl',
  ]);
});

it('notices a second link that is opened in the same tab', () => {
  arriveAt('/update-password?token=abc&email=a@c.example');
  const { result } = renderHook(() => useMailedLink());
  act(() => {
    history.replaceState(null, '', `/update-password#access_token=second&refresh_token=${id}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect([result.current, location.hash]).toEqual([{ accessToken: 'second', refreshToken: id }, '']);
});
