import { Input } from '@mantine/core';
import type { PaperProposal } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';
import { NativeChoice } from '../../ui/form/native-choice.tsx';

type CreditLines = NonNullable<PaperProposal['lines']>;

interface CreditLineChoiceProps {
  lines: CreditLines;
  /** The key of the chosen line; empty for the usual ones. */
  value: string;
  onChange: (value: string) => void;
}

/** Asks which line of a bill a credit note lowers. */
export function CreditLineChoice({ lines, value, onChange }: CreditLineChoiceProps) {
  return (
    <div>
      <Input.Label component="div">Lowers</Input.Label>
      <NativeChoice
        label="Lowers"
        data={[
          { value: '', label: 'The line of this amount, else the last ones' },
          ...lines.map((line) => ({
            value: toValue(line),
            label: `${line.description} (${formatRupees(line.left)})`,
          })),
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Returns the chosen line; undefined for the usual ones. */
export function chosenLine(lines: PaperProposal['lines'], value: string): CreditLines[number] | undefined {
  return value === '' ? undefined : lines?.find((line) => toValue(line) === value);
}

/** Returns the key of a line: its charge, or that it is the service. */
function toValue({ charge }: CreditLines[number]): string {
  return charge ?? 'service';
}
