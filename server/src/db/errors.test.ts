import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable, isRefusedBy, isUsableAfter } from './errors.ts';

// The answer of a coordinator of Citus 13.2 when a worker is killed (decision 0078).
const onWorker = 'while executing command on 10.0.0.2:5432';

it.each([
  [
    '08006',
    'connection to the remote node samay_app@10.0.0.2:5432 failed with the following error: Connection refused',
    undefined,
  ],
  ['XX000', 'server closed the connection unexpectedly', onWorker],
  ['XX000', 'could not commit transaction for shard 102008 on at least one active node', undefined],
  ['57P01', 'terminating connection due to administrator command', onWorker],
])(
  '%s "%s" of a worker is unavailable, and leaves the connection to the coordinator [O-4.12]',
  (code, message, where) => {
    const error = answer(code, message, where);
    expect([isDatabaseUnavailable(error), isUsableAfter(error)]).toEqual([true, true]);
  },
);

it.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['08006', 'connection lost'],
])('%s "%s" of the database itself ends the connection', (code, message) => {
  const error = answer(code, message);
  expect([isDatabaseUnavailable(error), isUsableAfter(error)]).toEqual([true, false]);
});

it('another internal error is a fault', () => {
  expect(isDatabaseUnavailable(answer('XX000', 'cache lookup failed for type 1', onWorker))).toBe(false);
});

it('a constraint is known by its name, and by that of a shard [O-4.13]', () => {
  const refused = (constraint: string | undefined) =>
    isRefusedBy(
      Object.assign(answer('23505', 'duplicate key'), { constraint }),
      'appointments_tenant_id_reference_key',
    );
  expect(
    ['appointments_tenant_id_reference_key', 'appointments_tenant_id_reference_key_102013'].map(refused),
  ).toEqual([true, true]);
  expect(
    ['appointments_pkey_102013', 'appointments_tenant_id_reference_key_2', undefined].map(refused),
  ).toEqual([false, false, false]);
  const passedOn = (constraint: string) =>
    isRefusedBy(
      answer('23505', `duplicate key value violates unique constraint "${constraint}"`, onWorker),
      'appointments_tenant_id_reference_key',
    );
  expect(['appointments_tenant_id_reference_key_102014', 'appointments_pkey_102014'].map(passedOn)).toEqual([
    true,
    false,
  ]);
});

function answer(code: string, message: string, where?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), {
    severity: 'ERROR',
    code,
    where,
  });
}
