import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import type { AuthState } from '../../lib/session/session.tsx';
import { guardPeople, type GuardPerson } from '../../../test/guard-people.ts';
import { guard as guardOf, signedInRules, signedOutRules, type Decision } from './guard.ts';
import { homeFor } from './home.ts';
import { pageTable } from '../page-table.ts';
import { pageAt, type Pages } from './page.ts';
import { createAppRouter } from '../router.tsx';

const pages: Pages = pageTable;
const guard = (...of: [state: AuthState, path: string, returnUrl?: string]) => guardOf(pages, ...of);

const decisions: Readonly<Record<string, Decision>> = {
  '.': 'show',
  s: 'spinner',
  '!': 'error',
  L: { redirect: '/login' },
  V: { redirect: '/verify' },
  O: { redirect: '/onboarding' },
  U: { redirect: '/unauthorized' },
  D: { redirect: '/dashboard' },
  T: { redirect: '/turf-dashboard' },
  E: { redirect: '/turf-dashboard/employee' },
};

/**
 * The pages and the guard, cell by cell: a row for each address, a column for each person in
 * guard-people.ts. A new page needs its row here.
 */
const table = `
                                       loading  stranger      clinic   turf     before onboarding
                                       | failed | code  super |        |        |
                                       | | none | | enr |     o a d e  o a d e  o a d e
  /unauthorized                        . . .    . . .   .     . . . .  . . . .  . . . .
  /payment-callback                    . . .    . . .   .     . . . .  . . . .  . . . .
  /update-password                     . . .    . . .   .     . . . .  . . . .  . . . .
  /get-started                         . . .    . . .   .     . . . .  . . . .  . . . .
  /oauth/callback                      . . .    . . .   .     . . . .  . . . .  . . . .
  /login                               s ! .    U V V   D     D D D D  T T E E  O O U U
  /verify                              s ! L    U . .   D     D D D D  T T E E  O O U U
  /onboarding                          s ! L    U V V   U     D D U U  T T U U  . . U U
  /account                             s ! L    U V V   .     . . . .  . . . .  O O U U

  /dashboard                           s ! L    U V V   .     . . . .  T T E E  O O U U
  /dashboard/appointments              s ! L    U V V   .     . . . .  T T E E  O O U U
  /dashboard/schedule                  s ! L    U V V   .     . . . .  T T E E  O O U U
  /dashboard/revenue                   s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/reports                   s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/money                     s ! L    U V V   U     . . . .  T T E E  O O U U
  /dashboard/closes                    s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/papers                    s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/employees                 s ! L    U V V   .     . . . U  T T E E  O O U U
  /dashboard/patients                  s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/settings                  s ! L    U V V   .     . . . U  T T E E  O O U U
  /dashboard/settings/business         s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/papers           s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/import           s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/services         s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/doctors          s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/hours            s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/settings/times            s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/messages         s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/online           s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/connections      s ! L    U V V   U     . . U U  T T E E  O O U U
  /dashboard/settings/security         s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/settings/account          s ! L    U V V   U     . . . U  T T E E  O O U U
  /dashboard/tenants                   s ! L    U V V   .     U U U U  T T E E  O O U U
  /dashboard/users                     s ! L    U V V   .     U U U U  T T E E  O O U U
  /dashboard/analytics                 s ! L    U V V   .     U U U U  T T E E  O O U U
  /dashboard/billing                   s ! L    U V V   .     U U U U  T T E E  O O U U
  /dashboard/status                    s ! L    U V V   .     U U U U  T T E E  O O U U
  /dashboard/queue                     s ! L    U V V   U     . . . .  T T E E  O O U U
  /dashboard/tomorrow                  s ! L    U V V   U     . . . .  T T E E  O O U U
  /dashboard/requests                  s ! L    U V V   U     . . . .  T T E E  O O U U
  /dashboard/audit                     s ! L    U V V   .     . . U U  T T E E  O O U U
  /revenue                             s ! L    U V V   U     . . . U  T T E E  O O U U
  /employees                           s ! L    U V V   U     . . . U  T T E E  O O U U

  /turf-dashboard                      s ! L    U V V   D     D D D D  . . E E  O O U U
  /turf-dashboard/revenue              s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/reports              s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/money                s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/closes               s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/papers               s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/bookings             s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/schedule             s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/queue                s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/tomorrow             s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/requests             s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/users                s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/customers            s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/audit                s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings             s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/business    s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/papers      s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/import      s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/services    s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/courts      s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/hours       s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/times       s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/messages    s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/online      s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/connections s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/security    s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/settings/account     s ! L    U V V   D     D D D D  . . U U  O O U U
  /turf-dashboard/employee             s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/bookings    s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/schedule    s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/queue       s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/tomorrow    s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/requests    s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/money       s ! L    U V V   D     D D D D  . . . .  O O U U
  /turf-dashboard/employee/users       s ! L    U V V   D     D D D D  . . . .  O O U U
`;

const people = Object.entries(guardPeople) as [GuardPerson, (typeof guardPeople)[GuardPerson]][];
const rows = table
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .filter(([path]) => path?.startsWith('/'))
  .map(([path = '', ...cells]) => ({ path, cells }));

describe('the table', () => {
  it('has a row for every page, a column for everyone in it, and every page is the router’s [P-16.1]', () => {
    expect(rows.map(({ path }) => path).toSorted()).toEqual(Object.keys(pages).toSorted());
    for (const { path, cells } of rows) expect([path, cells.length]).toEqual([path, people.length]);
    const router = createAppRouter(createMemoryHistory());
    expect(Object.keys(router.routesByPath).toSorted()).toEqual(Object.keys(pages).toSorted());
  });

  it.each(rows)('$path [P-2.30, P-16.1, P-16.6]', ({ path, cells }) => {
    const said = people.map(([who, state]) => [who, guard(state, path)]);
    expect(said).toEqual(people.map(([who], column) => [who, decisions[cells[column] ?? '']]));
  });

  it('has no rule that never decides [P-16.1]', () => {
    const used = new Set<object | undefined>();
    for (const [path, page] of Object.entries(pages).filter(([, { area }]) => area !== 'public')) {
      for (const [, state] of people) {
        const rule =
          state.status === 'authenticated'
            ? signedInRules.find(({ when }) =>
                when({
                  ...state,
                  pages,
                  page,
                  path,
                  home: homeFor(state.session, state.needsOnboarding),
                  returnUrl: undefined,
                }),
              )
            : signedOutRules.find(({ when }) => when({ page, status: state.status }));
        used.add(rule);
      }
    }
    expect(used).toEqual(new Set([...signedOutRules, ...signedInRules]));
    expect(used.size).toBe(signedOutRules.length + signedInRules.length);
  });
});

describe.each(people)('%s', (_, state) => {
  it('has no redirect loop: at most three redirects from any page [P-16.7]', () => {
    for (const start of [
      ...Object.keys(pages),
      '/nowhere',
      '/dashboard/nowhere',
      '/turf-dashboard/employee/',
    ]) {
      let path = start;
      let steps = 0;
      for (let decision = guard(state, path); typeof decision === 'object'; decision = guard(state, path)) {
        path = decision.redirect;
        steps += 1;
        expect(steps, `${start} → ${path}`).toBeLessThanOrEqual(3);
      }
      expect(['show', 'spinner', 'error']).toContain(guard(state, path));
    }
  });

  it('ends in the same place whatever slashes the address ends with [P-16.8]', () => {
    for (const path of Object.keys(pages)) expect(guard(state, `${path}//`)).toEqual(guard(state, path));
  });

  it('may see that there is no page at an address of none', () => {
    for (const path of ['/nowhere', '/dashboard/nowhere', '/onboarding/2', '/constructor', '/__proto__'])
      expect(guard(state, path)).toBe('show');
  });
});

describe('home [P-16.5]', () => {
  it('is not redirected', () => {
    for (const [, state] of people) {
      if (state.status === 'authenticated')
        expect(guard(state, homeFor(state.session, state.needsOnboarding))).toBe('show');
    }
  });
});

describe('after login', () => {
  it.each<[GuardPerson, string | undefined, string]>([
    ['clinic desk', undefined, '/dashboard'],
    ['clinic desk', '/dashboard/appointments?status=completed', '/dashboard/appointments?status=completed'],
    ['clinic desk', '/dashboard/revenue', '/dashboard'],
    ['clinic desk', '/turf-dashboard', '/dashboard'],
    ['turf desk', '/dashboard', '/turf-dashboard/employee'],
    ['turf desk', '/turf-dashboard/employee/bookings', '/turf-dashboard/employee/bookings'],
    ['new owner', '/dashboard', '/onboarding'],
    ['new owner', '/onboarding', '/onboarding'],
    ['clinic owner', '/onboarding', '/dashboard'],
    ['stranger', '/dashboard', '/unauthorized'],
    ['clinic desk', '/login', '/dashboard'],
    ['clinic desk', '/verify', '/dashboard'],
    ['clinic desk', '/unauthorized', '/dashboard'],
    ['owner before the code', '/dashboard/revenue', '/verify'],
    ['clinic desk', '//evil.example/dashboard', '/dashboard'],
    ['clinic desk', '/\\evil.example', '/dashboard'],
    ['clinic desk', 'https://evil.example/dashboard', '/dashboard'],
  ])('%s who wanted %s goes to %s [P-16.2]', (who, wanted, where) => {
    expect(guard(guardPeople[who], '/login', wanted)).toEqual({ redirect: where });
  });

  it('goes from the second factor to the requested page', () => {
    expect(guard(guardPeople['clinic owner'], '/verify', '/dashboard/revenue')).toEqual({
      redirect: '/dashboard/revenue',
    });
    expect(guard(guardPeople['owner before the code'], '/verify', '/dashboard/revenue')).toBe('show');
  });
});

it('knows a page by its address and nothing else', () => {
  expect(pageAt(pages, '/dashboard/')).toBe(pages['/dashboard']);
  expect(pageAt(pages, '/toString')).toBeUndefined();
});
