import { z } from 'zod';
import { run } from '../../../db/transaction.ts';
import type { Check } from './run-checks.ts';
import { findWrongDays, findWrongPeople, nextDays } from './queries.ts';

const daysPerStep = 31;
const peoplePerStep = 200;

const Cursor = z.object({ part: z.enum(['days', 'people']), after: z.string().nullable() });
type Cursor = z.infer<typeof Cursor>;

/**
 * Compares the tallies with the bookings (decision 0017): by day, with its payments, then by
 * person.
 */
export const talliesCheck: Check = {
  kind: 'tallies',
  async step(tx, tenantId, { cursor }) {
    const { part, after } = cursor === null ? first : Cursor.parse(cursor);
    if (part === 'days') {
      const sought = nextDays({ since: after ?? '-infinity', most: daysPerStep });
      const days = (await run(tx, { tenantId }, sought)).map(({ day }) => day);
      const last = days.at(-1);
      if (days[0] === undefined || last === undefined) return { cursor: people(null), findings: [] };
      const wrong = await run(tx, { tenantId }, findWrongDays({ from: days[0], to: last }));
      return { cursor: { part: 'days', after: last }, findings: wrong.map(({ what }) => `tally of ${what}`) };
    }
    const next = await run(tx, { tenantId }, findWrongPeople({ after, most: peoplePerStep }));
    const last = next.at(-1)?.id;
    return {
      cursor: last === undefined || next.length < peoplePerStep ? null : people(last),
      findings: next.filter((person) => person.is_wrong).map(({ id }) => `tally of person ${id}`),
    };
  },
};

const first: Cursor = { part: 'days', after: null };

function people(after: string | null): Cursor {
  return { part: 'people', after };
}
