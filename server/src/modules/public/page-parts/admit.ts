import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../../context/dependencies.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import type { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { allowScript } from '../own-booking/pages.ts';
import { isSolved, makeTask } from '../tasks/task.ts';
import { readFields } from './forms.ts';
import { isTooMany } from './taken.ts';
import { writeTask } from './task-page.ts';
import type { PageView, PageViews } from './page-views.ts';

/**
 * Counts what a visitor takes for their address. Hundreds share one at a carrier, so an address above its
 * limit is not refused: each form from it brings the solution of a task, which is taken once over all servers.
 * Returns whether the visitor is admitted; otherwise the page with the task was sent.
 */
export async function admit(
  { secrets }: Dependencies,
  { limits, show }: PageViews,
  pageView: PageView,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { tenantId, now } = pageView.shown.context;
  if (await isLeft(limits.holds, `${tenantId} ${addressKey(request.ip)}`)) return true;
  const { task = '', solution = '', ...fields } = readFields(request);
  const at = { tenantId, now };
  if (isSolved(secrets.codeKeys, at, { task, solution }) && (await isLeft(limits.solved, task))) return true;
  allowScript(reply);
  const page = {
    task: makeTask(secrets.codeKeys, at),
    action: request.url,
    fields,
    nonce: reply.styleNonce,
  };
  await show(pageView, reply.code(429), writeTask(pageView.view, page));
  return false;
}

async function isLeft(limiter: SharedLimiter, key: string): Promise<boolean> {
  try {
    await limiter.take(key);
    return true;
  } catch (error) {
    if (isTooMany(error)) return false;
    throw error;
  }
}
