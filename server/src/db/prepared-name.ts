/** More texts than the verbs have: beyond it a statement goes unprepared, so that no connection collects them without end. */
const most = 300;
const names = new Map<string, string>();

/** The name under which every connection prepares a statement's text; undefined once there are too many. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}
