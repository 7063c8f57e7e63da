import type { BusinessType } from '@samay/contract/core/roles';

const longest = 60;

/** Proposes the slug of a name: its Latin letters and digits, or the kind of business and its short id. */
export function proposeSlug(
  name: string,
  { businessType, shortId }: { readonly businessType: BusinessType; readonly shortId: string },
): string {
  const slug = slugify(name);
  return slug.replaceAll('-', '').length < 3
    ? `${businessType === 'doctor' ? 'clinic' : 'ground'}-${shortId.slice(0, 4)}`
    : slug;
}

/** Returns the small Latin letters and digits of a text, with a hyphen for what is between them. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .slice(0, 200)
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, longest)
    .replace(/-$/, '');
}
