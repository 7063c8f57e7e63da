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
  summary: 'The process can serve: its database answers and its files can be written; 503 when not. `degraded`: what goes outside is late.',
  reply: z.strictObject({ status: z.enum(['ok', 'degraded', 'unavailable']), checks: z.record(z.string(), z.boolean()) }),
});
