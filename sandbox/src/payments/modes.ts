/** How the provider behaves: the first is its usual way. */
export const modes = {
  ok: 'Takes orders, shows the checkout, captures as the order says and tells the merchant by webhook.',
  slow: 'Answers the API after fifteen seconds.',
  down: 'Breaks every connection to the API.',
  refuse: 'Answers the API 400.',
  nonsense: 'Answers the API 200 with a page that is no JSON.',
  'no-webhook': 'Captures and tells nobody.',
  'duplicate-webhook': 'Sends each webhook three times.',
  'late-webhook': 'Sends webhooks after five seconds.',
  'paid-twice':
    'Takes the money twice, as when a payer presses again in their UPI app: two payments of one order.',
  'late-capture': 'Holds the money, and captures it after four seconds.',
  'captures-itself': 'Captures every payment by itself, as for accounts that are settled directly.',
  'refund-pending': 'Takes a refund, and carries it out after a second.',
  'refund-fails': 'Takes a refund, and reports after a second that it failed.',
  'no-balance': 'Refuses refunds, because the account has too little balance.',
  'no-refunds': 'Breaks every connection that asks for refunds.',
};
