/** The reason for which a notice did not leave to a person who has opted out, as the booking says it. */
export const optedOutReason = 'the person wants no more notices';

/** The reason for which a reminder did not leave to a person who has just got another one. */
export const recentReason = 'another reminder went to this person within three hours';

/** The reasons for which a notice is not wanted: it has not failed, and is not tried again. */
export const unwantedReasons: readonly string[] = [optedOutReason, recentReason];
