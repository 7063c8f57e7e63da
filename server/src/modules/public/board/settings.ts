import type { Board, BoardChoices } from '@samay/contract/public/board';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { composeBoardSecret } from './link.ts';
import { type BoardRow, raiseBoardVersion, readBoardSettings, writeBoardSettings } from './queries.ts';

/** Returns whether the board is on, what it shows, and its address. */
export async function getBoard(context: TenantContext): Promise<Board> {
  const { board } = await readInOneMessage(context, { board: readBoardSettings({}) });
  return present(context, orNotFound(board[0]));
}

/** Changes whether the board is on and what it shows. */
export async function setBoard(context: TenantContext, { body }: { body: BoardChoices }): Promise<Board> {
  return inTenant(context, async (tx) => {
    await run(tx, context, writeBoardSettings({ ...body, now: context.now }));
    await audit(tx, context, 'business_profile.board_changed', context.tenantId, body);
    return shown(tx, context);
  });
}

/** Ends the address of the board: screens that show it go dark, and there is a new one. */
export async function endBoardAddress(context: TenantContext): Promise<Board> {
  return inTenant(context, async (tx) => {
    await run(tx, context, raiseBoardVersion({ now: context.now }));
    await audit(tx, context, 'business_profile.board_address_ended', context.tenantId);
    return shown(tx, context);
  });
}

async function shown(tx: Tx, context: TenantContext): Promise<Board> {
  return present(context, orNotFound((await run(tx, context, readBoardSettings({})))[0]));
}

function present({ dependencies: { settings, secrets } }: TenantContext, row: BoardRow): Board {
  const secret = composeBoardSecret(secrets, { shortId: row.short_id, version: row.board_version });
  return {
    isOn: row.board_on,
    showsNames: row.board_names,
    address: row.board_on ? `${settings.publicUrl}/board/${secret}` : null,
  };
}
