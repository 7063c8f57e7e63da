import { expect, it } from 'vitest';
import { Gate } from './gate.ts';

it('lets as many in as it has places, the others in their order, each once for one that leaves [T-2.64]', async () => {
  const gate = new Gate({ places: 2, waitMs: 60_000 });
  const inside: number[] = [];
  const [leaveFirst, leaveSecond] = [await gate.enter(), await gate.enter()];
  const entering = [3, 4, 5].map(async (number) =>
    gate.enter().then((leave) => (inside.push(number), leave)),
  );
  leaveFirst();
  leaveFirst();
  const leaveThird = await entering[0];
  expect(inside).toEqual([3]);
  leaveSecond();
  await entering[1];
  leaveThird?.();
  await entering[2];
  expect(inside).toEqual([3, 4, 5]);
});

it('refuses who has waited too long, and keeps no place for them [T-2.64]', async () => {
  const gate = new Gate({ places: 1, waitMs: 1 });
  const leave = await gate.enter();
  await expect(gate.enter()).rejects.toMatchObject({ code: 'server.unavailable' });
  leave();
  (await gate.enter())();
});
