/** A delivery that is not to be made any more, however often it were tried. The message says why without naming anybody: it is kept and logged. */
export class DeliveryDropped extends Error {
  override readonly name = 'Dropped';
}
