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
import { ExpenseForm } from './expense-form.tsx';
import { type ShownExpense, shownExpenses } from './expenses.ts';
import { useAddExpense } from './use-drawer-changes.ts';
import { shortInstant } from './wording.ts';

interface ExpensesCardProps {
  drawer: Drawer;
  /** Whether the drawer is another person's, whose expenses can only be read. */
  isRead: boolean;
}

/** Renders the expenses of a drawer, with the form for another one. */
export function ExpensesCard({ drawer, isRead }: ExpensesCardProps) {
  const [isAdding, setAdding] = useState(false);
  const takeBack = useAddExpense();
  const expenses = shownExpenses(drawer.expenseRows);
  const mayChange = useSession().tenant?.suspended !== true && !isRead;
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
              {...(mayChange && {
                onTakeBack: () => {
                  if (!takeBack.isPending) takeBack.mutate({ paise: -expense.paise, reason: expense.reason });
                },
              })}
            />
          ))}
        </ul>
      )}
      {takeBack.isError && (
        <FailureNotice text={errorText(takeBack.error, 'Failed to take the expense back')} />
      )}
      {mayChange && isAdding && (
        <FocusedSection>
          <ExpenseForm onDone={() => setAdding(false)} />
        </FocusedSection>
      )}
      {mayChange && (
        // Keeps the button in the document, since the form returns the focus to it.
        <Group display={isAdding ? 'none' : undefined}>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add expense
          </Button>
        </Group>
      )}
    </SectionCard>
  );
}

function ExpenseLine({ expense, onTakeBack }: { expense: ShownExpense; onTakeBack?: () => void }) {
  const { paise, reason, at, by, takenBack } = expense;
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
