/** The statuses of answers to requests that may be sent again later: too many, or nobody is free. */
export const NOT_YET = [429, 503];
