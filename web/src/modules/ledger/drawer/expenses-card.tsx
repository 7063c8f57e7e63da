import { Button, Group, Text } from '@mantine/core';
import type { Drawer } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { errorText } from '../../../lib/api/api.ts';
import { FocusedSection } from '../../../ui/layout/focused-section.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { RowButton } from '../../../ui/table/row-button.tsx';
import classes from './drawer.module.css';
import { addNames, ExpenseForm } from './expense-form.tsx';
import { type ShownExpense, shownExpenses } from './expenses.ts';
import { type EntryKind, useAddEntry } from './use-drawer-changes.ts';
import { moveNames, shortInstant } from './wording.ts';

interface ExpensesCardProps {
  drawer: Drawer;
  /** Whether the drawer is another person's, whose expenses can only be read. */
  isRead: boolean;
}

/** Renders the expenses of a drawer and its other cash, with the form for another row. */
export function ExpensesCard({ drawer, isRead }: ExpensesCardProps) {
  const [adding, setAdding] = useState<EntryKind | null>(null);
  const takeBack = useAddEntry();
  const expenses = shownExpenses(drawer.expenseRows);
  const moves = shownExpenses(drawer.moves);
  const mayChange = useSession().tenant?.suspended !== true && !isRead;

  function handleTakeBack(kind: EntryKind, { paise, reason }: ShownExpense): void {
    if (!takeBack.isPending) takeBack.mutate({ kind, paise: -paise, reason });
  }

  return (
    <SectionCard title="Expenses">
      {expenses.length === 0 && (
        <Text size="sm" c="dimmed">
          No expenses since the last close.
        </Text>
      )}
      {expenses.length > 0 && (
        <ul className={classes.lines} aria-label="Expenses">
          {expenses.map((expense) => (
            <ExpenseLine
              key={expense.id}
              expense={expense}
              {...(mayChange && { onTakeBack: () => handleTakeBack('expense', expense) })}
            />
          ))}
        </ul>
      )}
      {moves.length > 0 && (
        <>
          <Text size="sm" fw={600} component="h3">
            Cash in and out
          </Text>
          <ul className={classes.lines} aria-label="Cash in and out">
            {moves.map(({ kind, ...move }) => (
              <ExpenseLine
                key={move.id}
                name={moveNames[kind]}
                expense={move}
                {...(mayChange &&
                  (kind === 'cash_in' || kind === 'cash_out') && {
                    onTakeBack: () => handleTakeBack(kind, move),
                  })}
              />
            ))}
          </ul>
        </>
      )}
      {takeBack.isError && (
        <FailureNotice text={errorText(takeBack.error, 'Failed to take the amount back')} />
      )}
      {mayChange && adding && (
        <FocusedSection key={adding}>
          <ExpenseForm kind={adding} onDone={() => setAdding(null)} />
        </FocusedSection>
      )}
      {mayChange && (
        // Keeps the buttons in the document, since the form returns the focus to one.
        <Group gap="xs" display={adding ? 'none' : undefined}>
          {kinds.map((kind) => (
            <Button key={kind} variant="default" onClick={() => setAdding(kind)}>
              {addNames[kind]}
            </Button>
          ))}
        </Group>
      )}
    </SectionCard>
  );
}

const kinds: readonly EntryKind[] = ['expense', 'cash_in', 'cash_out'];

interface ExpenseLineProps {
  /** The kind, before its reason; an expense needs none. */
  name?: string;
  expense: ShownExpense;
  onTakeBack?: () => void;
}

function ExpenseLine({ name, expense, onTakeBack }: ExpenseLineProps) {
  const { paise, at, by, takenBack } = expense;
  const reason = name === undefined ? expense.reason : `${name}: ${expense.reason}`;
  const today = useToday();
  const amount = formatRupees(paise);
  return (
    <li>
      <span className={classes.named}>
        {takenBack ? <s className={classes.undone}>{reason}</s> : reason}
        <small>
          {shortInstant(at, today)}
          {by !== null && ` · ${by}`}
          {takenBack && ` · taken back ${shortInstant(takenBack.at, today)}`}
          {takenBack?.by && ` by ${takenBack.by}`}
        </small>
      </span>
      {takenBack ? (
        <s className={classes.undone}>{amount}</s>
      ) : (
        <span className={classes.amount}>{amount}</span>
      )}
      {!takenBack && paise > 0 && onTakeBack && (
        <RowButton label={`Take back ${reason}, ${amount}`} onClick={onTakeBack}>
          Take back
        </RowButton>
      )}
    </li>
  );
}
