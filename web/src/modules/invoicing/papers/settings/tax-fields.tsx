import { TextInput, type TextInputProps } from '@mantine/core';

interface TaxFieldsProps {
  isTaxable: boolean;
  /** The value, the error and the handler of each field. */
  sac: TextInputProps;
  rate: TextInputProps;
}

/** Asks for the SAC, and of what is taxable for its rate too. */
export function TaxFields({ isTaxable, sac, rate }: TaxFieldsProps) {
  return (
    <>
      <TextInput
        label={isTaxable ? 'SAC' : 'SAC (optional)'}
        required={isTaxable}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...sac}
      />
      {isTaxable && (
        <TextInput
          label="Rate in percent"
          description="CGST and SGST together, such as 18 or 2.5."
          required
          inputMode="decimal"
          autoComplete="off"
          {...rate}
        />
      )}
    </>
  );
}
