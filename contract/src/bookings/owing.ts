/** The sums of a booking from which follows what it owes, in paise. */
export interface Owing {
  /** Null where no price is known: then the charges alone are owed. */
  readonly price: number | null;
  readonly charges?: number | undefined;
  readonly discount: number;
  /** The part that refunds have let the booking off. */
  readonly allowed?: number | undefined;
  /** The net of its money. */
  readonly amount: number | null;
}

/**
 * Computes what a booking costs in paise: the price and the charges less discount and allowances; null
 * with neither price nor charges.
 */
export function payablePaise({
  price,
  charges = 0,
  discount,
  allowed = 0,
}: Omit<Owing, 'amount'>): number | null {
  if (price === null && charges === 0) return null;
  return Math.max(0, (price ?? 0) + charges - discount - allowed);
}

/** Computes what is still to be taken, in paise, never below 0; null with neither price nor charges. */
export function duePaise(owing: Owing): number | null {
  const payable = payablePaise(owing);
  return payable === null ? null : Math.max(0, payable - (owing.amount ?? 0));
}

/**
 * Computes the allowance of a refund that lowers what is owed, in paise: the part that the refund
 * would make due again. Money that was taken above the price needs none.
 */
export function allowancePaise(owing: Owing, refund: number): number {
  const after = { ...owing, amount: (owing.amount ?? 0) - refund };
  return Math.max(0, Math.min(refund, (duePaise(after) ?? 0) - (duePaise(owing) ?? 0)));
}

/**
 * Computes the credit note that a refund asks for, in paise: what the bills of the booking have above
 * what it costs after the refund, up to the refund.
 * @param billed what credit notes have left of its bills
 */
export function creditedPaise(owing: Owing, refund: number, billed: number): number {
  const allowed = (owing.allowed ?? 0) + allowancePaise(owing, refund);
  const cost = payablePaise({ ...owing, allowed }) ?? (owing.amount ?? 0) - refund;
  return Math.max(0, Math.min(refund, billed - cost));
}
