/** The reason for which a notice did not leave to a person who has opted out, as the booking says it. */
export const optedOutReason = 'the person wants no more notices';
