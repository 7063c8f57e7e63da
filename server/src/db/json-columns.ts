import type { ColumnType } from 'kysely';

/** A JSON column that is written as the text of its JSON. */
export type JsonText<T> = ColumnType<T, string, string>;

export interface TimeSlot {
  start_time: string;
  end_time: string;
}

/** The amount of a booking in paise, by the text with which the method was noted. */
export type PaidBy = Readonly<Record<string, number>>;

/** Paise of each method that were confirmed at a close. */
export type ConfirmedTotals = Readonly<Record<'UPI' | 'Card', number>>;

/** The charges that the desk of a business is offered. */
export type ChargeList = readonly {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly treatment: 'exempt' | 'taxable' | null;
  readonly sac: string | null;
  readonly rate: number | null;
}[];

/** The number of notes or coins of each denomination in rupees. */
export type CountedNotes = Readonly<Record<string, number | undefined>>;

/** The printed parts of a paper in addition to its columns. */
export interface PaperContent {
  readonly bookingReference: string | null;
  readonly seller: {
    readonly name: string;
    readonly legalName: string | null;
    readonly address: string | null;
    readonly telephone: string | null;
    readonly registrationNumber: string | null;
    readonly gstin: string | null;
  };
  readonly recipient: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
  };
  readonly of: { readonly number: string; readonly date: string } | null;
  /** The receipt vouchers whose money a bill or an invoice has, with what it has of each. */
  readonly vouchers: readonly {
    readonly id: string;
    readonly number: string;
    readonly date: string;
    readonly paise: number;
  }[];
  readonly placeOfSupply: string | null;
  readonly description: string;
  /** In paise; papers from before it was kept have none. */
  readonly discount?: number;
  /** The service of which a bill, an invoice or a debit note is; papers from before it was kept have none. */
  readonly service?: string | null;
  /**
   * The part of a credit note that its visit still cost, in paise: it is not billed again. Notes from before it was
   * kept have none.
   */
  readonly forgone?: number;
  /** The service and the charges of a bill, or the lines that a credit note lowers; absent for one supply. */
  readonly items?: readonly {
    /** Null for the service. */
    readonly charge: string | null;
    readonly description: string;
    readonly sac: string | null;
    readonly rate: number | null;
    readonly total: number;
    readonly taxable: number;
    readonly cgst: number;
    readonly sgst: number;
  }[];
  readonly payments: readonly {
    readonly date: string;
    readonly method: string | null;
    readonly paise: number;
    readonly reference: string | null;
  }[];
  readonly reason: string | null;
  readonly notes: readonly string[];
}
