/** The head of each page, by file. */
export interface LandingPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

export const pages: Readonly<Record<string, LandingPage>> = {
  'index.html': {
    path: '/',
    title: 'Samay: appointments for clinics, bookings for turfs',
    description:
      'Samay keeps the appointments of a clinic and the bookings of a turf: ' +
      'who comes when, what they paid, and what comes next. Start for free.',
  },
  'privacy-policy.html': {
    path: '/privacy-policy',
    title: 'Privacy policy · Samay',
    description:
      'What Samay keeps, for how long, why, who sees it, and how to ask for a copy or for deletion.',
  },
  'terms.html': {
    path: '/terms',
    title: 'Terms · Samay',
    description:
      'The terms for using Samay: accounts, plans and payments, what you may expect and what we expect.',
  },
};
