import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

export const getLive = endpoint({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  summary: 'The process answers; 503 with the check that failed where only a restart or its own recovery helps.',
  reply: z.strictObject({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  summary:
    'The process can serve: its database answers, its files can be written and its disk has room; 503 when not. `degraded`: what goes outside is late, or the disk is nearly full.',
  reply: z.strictObject({ status: z.enum(['ok', 'degraded', 'unavailable']), checks: z.record(z.string(), z.boolean()) }),
});
