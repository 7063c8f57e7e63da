import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { ServicePayment } from '@samay/contract/public/online-booking';

/** The values of a service's payment in the form; the deposit as typed. */
export interface PaymentValues {
  takes: 'none' | ServicePayment['takes'];
  deposit: string;
}

/** The payments of services by the service's id; one that is not there takes none. */
export type PaymentsValues = Readonly<Record<string, PaymentValues>>;

export const noPayment: PaymentValues = { takes: 'none', deposit: '' };

export function paymentsValues(payments: readonly ServicePayment[]): PaymentsValues {
  return Object.fromEntries(
    payments.map(({ serviceId, takes, deposit }) => [
      serviceId,
      { takes, deposit: deposit === null ? '' : formatRupees(deposit) },
    ]),
  );
}

/** Returns the payments that are sent: an amount that is none is refused by their schema. */
export function paymentsBody(values: PaymentsValues): ServicePayment[] {
  return Object.entries(values).flatMap(([serviceId, { takes, deposit }]) =>
    takes === 'none'
      ? []
      : [{ serviceId, takes, deposit: takes === 'deposit' ? (parseRupees(deposit) ?? Number.NaN) : null }],
  );
}

/** Returns the errors of deposits, by `deposit.` and the service's id. */
export function depositErrors(values: PaymentsValues): Record<string, string> {
  return Object.fromEntries(
    paymentsBody(values).flatMap((payment) => {
      const { error } = ServicePayment.safeParse(payment);
      return error ? [[`deposit.${payment.serviceId}`, error.issues[0]?.message ?? '']] : [];
    }),
  );
}
