import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

export const getLive = endpoint({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  summary:
    'Whether the process works; 503 with the failed check if only a restart or its own recovery helps.',
  reply: z.strictObject({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  summary:
    'Whether the process can serve: the database answers, files can be written and the ' +
    'disk has space; otherwise 503. `degraded`: the outbox is overdue, the disk is nearly ' +
    'full, or the bucket of files does not answer.',
  reply: z.strictObject({
    status: z.enum(['ok', 'degraded', 'unavailable']),
    checks: z.record(z.string(), z.boolean()),
  }),
});
