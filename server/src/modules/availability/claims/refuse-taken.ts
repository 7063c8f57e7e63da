import { AppError } from '../../../core/app-error.ts';
import { readInTenant, type TenantWork } from '../../../db/tenant.ts';
import { alternativesTo } from '../slots/alternatives.ts';
import { TimeTaken } from './choose-unit.ts';

/**
 * Runs a transaction that claims times. If one is taken, the transaction is undone and refused with
 * free alternatives, which are read afterwards. @throws `slot.taken`
 */
export async function refusingTaken<T>(context: TenantWork, transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof TimeTaken)) throw error;
    throw await makeRefusal(context, error);
  }
}

async function makeRefusal(context: TenantWork, { occupation, field }: TimeTaken): Promise<AppError> {
  const { candidates, service, duration, wanted } = occupation;
  const [only, ...more] = candidates;
  const taken = {
    date: wanted.date,
    time: wanted.time,
    resource: more.length === 0 ? only?.id : undefined,
    size: wanted.size ?? undefined,
    service: service?.id,
    duration,
    except: wanted.moved?.id,
  };
  const alternatives = await readInTenant(context, (tx) => alternativesTo(tx, context, taken));
  return new AppError('slot.taken', { alternatives, field });
}
