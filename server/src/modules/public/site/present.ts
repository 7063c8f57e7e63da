import { contactAddress } from '../../../core/contact.ts';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Settings } from '../../../core/settings.ts';
import type { PlanRow } from '../../tenancy/index.ts';
import { escapeHtml } from './fill-page.ts';

/** Returns the template values of a plan's card. */
export function planValues({ id, name, price, limit }: PlanRow): Record<string, string> {
  return {
    id: encodeURIComponent(id),
    name: escapeHtml(name),
    price: price === 0 ? 'Free' : formatRupees(price),
    period: price === 0 ? 'for as long as you like' : 'a month',
    limit: formatCount(limit),
  };
}

/** Returns the template values of every page: the site's address and the operator's contact. */
export function siteValues(settings: Settings): { site: string; contact: string } {
  return { site: escapeHtml(settings.publicUrl), contact: getContact(contactAddress(settings)) };
}

/** Returns the structured data for search engines (schema.org), safe inside a script element. */
export function structuredData({ publicUrl }: Settings, plans: readonly PlanRow[]): string {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Samay',
    url: `${publicUrl}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    description: 'Appointments for clinics and bookings for turfs.',
    offers: plans.map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      price: (price / 100).toFixed(2),
      priceCurrency: 'INR',
    })),
  };
  return JSON.stringify(facts).replaceAll('<', '\\u003c');
}

/**
 * Returns a mailto link for an address, given as `Name <address>` or alone; without an address a
 * sentence that names the business.
 */
function getContact(address: string | undefined): string {
  if (address === undefined) return 'ask the business that invited you';
  return `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}
