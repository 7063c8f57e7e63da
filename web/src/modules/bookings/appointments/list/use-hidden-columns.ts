import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../../../lib/session/session.tsx';

/**
 * The columns that may be hidden, as the header names them. Person, time and actions are always
 * shown.
 */
export const columnNames = {
  doctor: 'Doctor',
  status: 'Status',
  payment: 'Payment',
  prescription: 'Prescription',
  reference: 'Reference',
} as const;
export type ColumnName = keyof typeof columnNames;

const none: readonly ColumnName[] = [];

/** Returns the columns that this user has hidden on this device; by default none. */
export function useHiddenColumns(): readonly [
  hidden: readonly ColumnName[],
  change: (hidden: readonly ColumnName[]) => void,
] {
  const { user } = useSession();
  const [kept, keep] = useLocalStorage<readonly ColumnName[]>({
    key: `samay-list-columns-${user.id}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const known = Array.isArray(kept) ? kept.filter((name) => Object.hasOwn(columnNames, name)) : none;
  return [known, keep];
}
