import type { BusinessType } from '@samay/contract/core/roles';
import { statement } from '../../../db/statement.ts';

/** The facts about a business that its board shows, and the version of its address. */
export interface BoardRow {
  readonly name: string;
  readonly short_id: string;
  readonly business_type: BusinessType | null;
  readonly language: string;
  readonly board_on: boolean;
  readonly board_names: boolean;
  readonly board_version: number;
}

/** Reads it. No row for a business that is deleted. */
export const readBoardSettings = statement<object, BoardRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
    .select([
      'tenants.name',
      'tenants.short_id',
      'business_profiles.business_type',
      'business_profiles.language',
      'business_profiles.board_on',
      'business_profiles.board_names',
      'business_profiles.board_version',
    ])
    .where('business_profiles.tenant_id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null),
);

export const writeBoardSettings = statement<{ isOn: boolean; showsNames: boolean; now: Date }, object>(
  (db, { tenantId, isOn, showsNames, now }) =>
    db
      .updateTable('business_profiles')
      .set({ board_on: isOn, board_names: showsNames, updated_at: now })
      .where('tenant_id', '=', tenantId),
);

/** Ends every address of the board so far. */
export const raiseBoardVersion = statement<{ now: Date }, object>((db, { tenantId, now }) =>
  db
    .updateTable('business_profiles')
    .set((set) => ({ board_version: set('board_version', '+', 1), updated_at: now }))
    .where('tenant_id', '=', tenantId),
);
