import { type Paper, paperNames } from '@samay/contract/invoicing/papers';
import { formatExactRupees } from '@samay/contract/core/money';
import { rupeesInWords } from '@samay/contract/core/rupees-in-words';
import {
  headFields,
  type PaperField,
  paymentFields,
  placeNotes,
  sellerLines,
  sumFields,
  supplyFields,
  voidNote,
  voucherFields,
} from './paper-lines.ts';
import classes from './paper-sheet.module.css';

/** Renders a paper completely, on the screen and on A5 or a roll of 80 mm. */
export function PaperSheet({ paper }: { paper: Paper }) {
  const { seller, description, total } = paper;
  const notes = placeNotes(paper);
  const payments = paymentFields(paper);
  const vouchers = voucherFields(paper);
  return (
    <div className={classes.paper}>
      {paper.isVoid && <p className={classes.void}>{voidNote}</p>}
      <Notes notes={notes.top} />
      <div>
        <p className={classes.name}>{seller.name}</p>
        {sellerLines(paper).map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
      </div>
      <h2 className={classes.kind}>{paperNames[paper.kind]}</h2>
      <div className={classes.head}>
        <Fields fields={headFields(paper)} />
        <RecipientPart recipient={paper.recipient} />
      </div>
      <div className={classes.sums}>
        <p className={classes.description}>{description}</p>
        <Fields fields={supplyFields(paper)} />
        <Fields fields={sumFields(paper)} />
        <dl className={classes.fields} data-sum>
          <div>
            <dt>Total</dt>
            <dd>{formatExactRupees(total)}</dd>
          </div>
        </dl>
        <p className={classes.line}>{rupeesInWords(total)}</p>
      </div>
      {vouchers.length > 0 && (
        <div className={classes.payments}>
          <p className={classes.label}>Advances applied</p>
          <Fields fields={vouchers} />
        </div>
      )}
      {payments.length > 0 && (
        <div className={classes.payments}>
          <p className={classes.label}>Payments</p>
          <Fields fields={payments} />
        </div>
      )}
      <Notes notes={notes.end} />
      <Ending paper={paper} />
    </div>
  );
}

function RecipientPart({ recipient: { name, address, gstin } }: Pick<Paper, 'recipient'>) {
  return (
    <div>
      <p className={classes.label}>To</p>
      <p className={classes.recipient}>{name}</p>
      {address !== null && <p className={classes.line}>{address}</p>}
      {gstin !== null && <p className={classes.line}>GSTIN: {gstin}</p>}
    </div>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className={classes.line}>
      {note}
    </p>
  ));
}

function Fields({ fields }: { fields: readonly PaperField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, text }, at) => (
        <div key={`${at} ${name}`}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders the place for a signature, which the papers of a registered business want. */
function Ending({ paper: { seller, by } }: { paper: Paper }) {
  if (seller.gstin === null) {
    return <p className={classes.ending}>Computer-generated{by === null ? '' : ` by ${by}`}</p>;
  }
  return (
    <div className={classes.signature}>
      <p className={classes.line}>For {seller.legalName ?? seller.name}</p>
      <p className={classes.sign}>Authorised signatory</p>
    </div>
  );
}
