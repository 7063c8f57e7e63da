import { Text } from '@mantine/core';
import type { Drawer, DrawerClose } from '@samay/contract/bookings/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { type Sum, Sums } from './sums.tsx';
import { differenceText } from './wording.ts';

/** Renders the expected cash of a drawer, and the takings by other methods. */
export function DrawerCard({ drawer }: { drawer: Drawer }) {
  const others = otherSums(drawer);
  return (
    <SectionCard title="Cash">
      <Sums sums={cashSums(drawer)} />
      {others.length > 0 && (
        <>
          <Text size="sm" fw={600} component="h3">
            Other methods
          </Text>
          <Sums sums={others} />
        </>
      )}
    </SectionCard>
  );
}

/** Returns the sums from which the expected cash is computed. */
function cashSums({
  opening,
  cash,
  expenses,
  expected,
}: Pick<Drawer, 'opening' | 'cash' | 'expenses' | 'expected'>): readonly Sum[] {
  return [
    { name: 'Opening', text: formatRupees(opening) },
    { name: 'Taken', text: formatRupees(cash) },
    { name: 'Expenses', text: formatRupees(expenses === 0 ? 0 : -expenses) },
    { name: 'Expected', text: formatRupees(expected), isTotal: true },
  ];
}

/** Returns the takings by each method but cash. */
export function otherSums({ methods }: Pick<Drawer, 'methods'>): readonly Sum[] {
  return methods
    .filter(({ method, total }) => method !== 'Cash' && total !== 0)
    .map(({ method, total }) => ({ name: method, text: formatRupees(total) }));
}

/** Returns the lines of a close, from the opening cash to the cash that stays in the drawer. */
export function closeSums(close: DrawerClose): readonly Sum[] {
  const { counted, difference, note, handedOver } = close;
  return [
    ...cashSums(close),
    { name: 'Counted', text: formatRupees(counted), isTotal: true },
    { name: 'Difference', text: differenceText(difference) },
    ...(note === null ? [] : [{ name: 'Note', text: note }]),
    { name: 'Handed over', text: formatRupees(handedOver) },
    { name: 'Stays in the drawer', text: formatRupees(counted - handedOver) },
  ];
}
