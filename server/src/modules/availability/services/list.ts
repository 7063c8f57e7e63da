import type { Service } from '@samay/contract/availability/services';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { presentServices } from './present.ts';
import { listGivenBy, listPriceRules, listServiceRows } from './queries.ts';

/** Lists the services in their order with their prices, archived ones last. */
export async function listServices(context: TenantContext): Promise<{ items: Service[] }> {
  const rows = await readInOneMessage(context, {
    services: listServiceRows({}),
    rules: listPriceRules({}),
    given: listGivenBy({}),
  });
  return { items: presentServices(rows) };
}

/** The same as a transaction sees it. */
export async function listWritten(tx: Tx, context: TenantContext): Promise<{ items: Service[] }> {
  const services = await run(tx, context, listServiceRows({}));
  const rules = await run(tx, context, listPriceRules({}));
  return { items: presentServices({ services, rules, given: await run(tx, context, listGivenBy({})) }) };
}

/** One service as this transaction sees it. @throws `not_found` */
export async function fetchService(tx: Tx, context: TenantContext, id: string): Promise<Service> {
  const { items } = await listWritten(tx, context);
  return orNotFound(items.find((each) => each.id === id));
}
