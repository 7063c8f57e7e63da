/** A booking reference that may break after `booking_` where there is no room for one line. */
export function ReferenceText({ reference }: { reference: string }) {
  const [prefix = '', ...rest] = reference.split('_');
  if (rest.length === 0) return reference;
  return (
    <>
      {prefix}_<wbr />
      {rest.join('_')}
    </>
  );
}
