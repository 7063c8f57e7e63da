/** `booking_` and its number on a line each where there is no room for both. */
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
