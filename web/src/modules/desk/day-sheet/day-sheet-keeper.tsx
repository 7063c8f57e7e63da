import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deleteOldSheet, deleteSheet, storeSheet } from '../../../lib/browser/day-sheet-store.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { daySheet } from './api.ts';
import { useWantsSheet } from './use-stored-sheet.ts';

/**
 * Stores today's list, without dues and ages, on this device for users who turned that on. It is updated whenever a booking
 * changes, and the old list is removed at midnight. Renders nothing.
 */
export function DaySheetKeeper() {
  const { user, tenant, businessType, permissions } = useSession();
  const isWanted = useWantsSheet(user.id);
  const business = permissions.includes('appointments.read') && isWanted ? tenant?.name : undefined;
  const today = useToday();
  const { data } = useQuery({ ...daySheet(today), enabled: business !== undefined });

  useEffect(() => deleteOldSheet(today), [today]);
  useEffect(() => {
    if (business === undefined) deleteSheet();
    else if (data)
      storeSheet({
        userId: user.id,
        business,
        businessType: businessType ?? 'doctor',
        sheet: { ...data, rows: data.rows.map(({ due: _, about: _about, resourceId: _id, ...row }) => row) },
      });
  }, [business, businessType, data, user.id]);
  return null;
}
