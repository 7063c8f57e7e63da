import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { Shown } from '../online/shown.ts';
import { readNamed } from '../online/settings-queries.ts';
import { findRequest, type RequestRow, readBooked } from './queries.ts';

/** Reads a visitor's request, and what the link to its booking is made of. @throws `not_found` */
export async function readRequest({ context }: Shown, id: string) {
  const read = await readInOneMessage(context, {
    found: findRequest({ id }),
    booked: readBooked({ id }),
    named: readNamed({}),
  });
  const row: RequestRow = orNotFound(read.found[0]);
  const [booked] = read.booked;
  const { short_id: shortId } = onlyRow(read.named);
  return { row, booked: booked && { shortId, reference: booked.reference, version: booked.version } };
}
