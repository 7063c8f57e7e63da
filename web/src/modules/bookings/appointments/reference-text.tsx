/** Renders a booking reference that may break after `booking_` if one line has no room for it. */
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
