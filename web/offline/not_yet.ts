/** The status of an answer to a request that came too soon after others. */
export const TOO_MANY = 429;
/** The statuses of answers to requests that may be sent again later: too many, or nobody is free. */
export const NOT_YET = [TOO_MANY, 503];
