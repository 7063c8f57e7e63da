import type { Drawer } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import {
  confirmedDifference,
  confirmedMethods,
  countedCash,
  type CountErrors,
  type CountValues,
} from './counting.ts';
import { differenceText, holderName } from './wording.ts';

interface CloseFieldsProps {
  drawer: Drawer;
  values: CountValues;
  errors: CountErrors;
  onChange: (changed: Partial<CountValues>) => void;
}

interface ConfirmedFieldsProps extends CloseFieldsProps {
  /** Whether the totals were sent with a count: they are changed by counting again alone. */
  isCounted: boolean;
}

/** Renders the totals that the terminal and the bank show, each with its difference once that is shown. */
export function ConfirmedFields({ drawer, values, errors, isCounted, onChange }: ConfirmedFieldsProps) {
  return confirmedMethods.map((method) => {
    const difference = confirmedDifference(method, values, drawer);
    return (
      <AmountInput
        key={method}
        label={`${method} total`}
        readOnly={isCounted}
        description={difference === null ? totalHints[method] : differenceText(difference)}
        value={values.confirmed[method]}
        error={errors[method]}
        onChange={({ currentTarget }) =>
          onChange({ confirmed: { ...values.confirmed, [method]: currentTarget.value } })
        }
      />
    );
  });
}

const totalHints = { UPI: 'As the UPI app or the bank shows it.', Card: 'As the card terminal shows it.' };

/** Renders the cash that a close hands over, and who gets it once an amount is typed. */
export function HandedOverFields({ drawer, values, errors, onChange }: CloseFieldsProps) {
  const handedOver = parseRupees(values.handedOver);
  return (
    <>
      <AmountInput
        label="Handed over (optional)"
        description={remainingText(countedCash(values), handedOver)}
        value={values.handedOver}
        error={errors.handedOver}
        onChange={({ currentTarget }) => onChange({ handedOver: currentTarget.value })}
      />
      {handedOver !== null && handedOver > 0 && (
        <NativeChoice
          label="Handed over to"
          data={[
            { value: 'owner', label: 'To the owner' },
            { value: 'bank', label: 'To the bank' },
            ...drawer.recipients.map(({ id, name }) => ({
              value: id,
              label:
                name === null
                  ? "Into the desk's drawer"
                  : `To ${holderName({ id, name })}: opens that drawer`,
            })),
          ]}
          value={values.handedTo}
          onChange={(handedTo) => onChange({ handedTo })}
        />
      )}
    </>
  );
}

function remainingText(counted: number | null, handedOver: number | null): string {
  const remaining = (counted ?? Number.NaN) - (handedOver ?? 0);
  return remaining >= 0
    ? `${formatRupees(remaining)} stays in the drawer.`
    : 'What is not handed over stays in the drawer.';
}
