import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getLive = endpoint({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  summary: 'The process answers.',
  reply: z.strictObject({ status: z.literal('ok') }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  summary: 'The process can serve: the database answers and the migrations are in. 503 when not.',
  reply: z.strictObject({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) }),
});
