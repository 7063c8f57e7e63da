import type { BusinessType } from '@samay/contract/core/roles';
import { type BusinessContext, guestContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { findTenant } from '../own-booking/queries.ts';
import type { LinkedBoard } from './link.ts';
import { type BoardRow, readBoardSettings } from './queries.ts';

/** A board that an address opens, and work of nobody with its business. */
export interface FoundBoard {
  readonly board: BoardRow;
  readonly context: ReturnType<typeof guestContext> & { readonly businessType: BusinessType };
}

/**
 * Finds the board of an address. Undefined alike for one that is ended, and where the board is off or the
 * business gone.
 */
export async function findBoard(
  dependencies: Dependencies,
  linked: LinkedBoard,
  requestId: string,
): Promise<FoundBoard | undefined> {
  const { tenants } = await readInOneMessageAsPlatform(dependencies, {
    tenants: findTenant({ shortId: linked.shortId }),
  });
  const [tenant] = tenants;
  if (!tenant) return undefined;
  const context = guestContext(dependencies, { tenantId: tenant.id, requestId });
  const row = await readCounting(context);
  if (!row?.business_type || row.board_version !== linked.version) return undefined;
  return { board: row, context: { ...context, businessType: row.business_type } };
}

/** Returns whether the address of an open screen still counts. */
export async function isBoardOn({ board, context }: FoundBoard): Promise<boolean> {
  const row = await readCounting(context);
  return row?.board_version === board.board_version;
}

async function readCounting(context: BusinessContext): Promise<BoardRow | undefined> {
  const { boards } = await readInOneMessage(context, { boards: readBoardSettings({}) });
  return boards[0]?.board_on ? boards[0] : undefined;
}
