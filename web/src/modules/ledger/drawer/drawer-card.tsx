import { Text } from '@mantine/core';
import type { Drawer, DrawerClose } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import classes from './drawer.module.css';
import { confirmedMethods } from './counting.ts';
import { differenceText, recipientName } from './wording.ts';

interface Sum {
  readonly name: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

/** Renders the expected cash of a drawer, and the takings by other methods. */
export function DrawerCard({ drawer }: { drawer: Drawer }) {
  const others = methodSums(drawer).filter(({ name }) => name !== cashName);
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

const cashName = 'Cash';

/** Returns the sums from which the expected cash is computed, without the cash that is not counted yet. */
function cashSums({
  opening,
  cash,
  refunds,
  cashIn,
  cashOut,
  expenses,
  expected,
}: Pick<
  Drawer,
  'opening' | 'cash' | 'refunds' | 'cashIn' | 'cashOut' | 'expenses' | 'expected'
>): readonly Sum[] {
  return [
    { name: 'Opening', text: formatRupees(opening) },
    ...(cash === null ? [] : [{ name: 'Taken', text: formatRupees(cash) }]),
    ...named('Cash in', cashIn),
    ...named('Given back', -(refunds ?? 0)),
    { name: 'Expenses', text: formatRupees(expenses === 0 ? 0 : -expenses) },
    ...named('Cash out', -cashOut),
    {
      name: 'Expected',
      text: expected === null ? 'Shown after the count' : formatRupees(expected),
      isTotal: true,
    },
  ];
}

/** Returns a line that is left out where its sum is zero. */
function named(name: string, paise: number): readonly Sum[] {
  return paise === 0 ? [] : [{ name, text: formatRupees(paise) }];
}

/** Returns the takings by each method. */
function methodSums({ methods }: Pick<Drawer, 'methods'>): readonly Sum[] {
  return methods.map(({ method, total }) => ({ name: method, text: formatRupees(total) }));
}

/** Returns the takings of a close by each method, cash as well, and of all; none if nothing was taken. */
export function takenSums({
  methods,
  confirmed,
}: Pick<DrawerClose, 'methods' | 'confirmed'>): readonly Sum[] {
  if (methods.length === 0) return confirmedSums({ methods, confirmed });
  const all = methods.reduce((sum, { total }) => sum + total, 0);
  return [
    ...methodSums({ methods }),
    { name: 'All methods', text: formatRupees(all), isTotal: true },
    ...confirmedSums({ methods, confirmed }),
  ];
}

/** Returns the totals that were confirmed at a close, each with its difference. */
function confirmedSums({ methods, confirmed }: Pick<DrawerClose, 'methods' | 'confirmed'>): readonly Sum[] {
  if (!confirmed) return [];
  return confirmedMethods.map((method) => {
    const taken = methods.find((sum) => sum.method === method)?.total ?? 0;
    const text = `${formatRupees(confirmed[method])} (${differenceText(confirmed[method] - taken)})`;
    return { name: `${method} confirmed`, text };
  });
}

/** Returns the lines of a close, from the opening cash to the cash that stays in the drawer. */
export function closeSums(close: DrawerClose): readonly Sum[] {
  const { counted, difference, note, handedOver, handedTo } = close;
  return [
    ...cashSums(close),
    { name: 'Counted', text: formatRupees(counted), isTotal: true },
    { name: 'Difference', text: differenceText(difference) },
    ...(note === null ? [] : [{ name: 'Note', text: note }]),
    {
      name: handedTo ? `Handed over to ${recipientName(handedTo)}` : 'Handed over',
      text: formatRupees(handedOver),
    },
    { name: 'Stays in the drawer', text: formatRupees(counted - handedOver) },
  ];
}

/** Renders named amounts, one a line. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className={classes.sums}>
      {sums.map(({ name, text, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
