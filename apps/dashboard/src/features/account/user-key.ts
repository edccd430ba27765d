/**
 * Key of the signed-in user in the query cache. A separate module, so that importing it does not load the
 * query.
 */
export const userKey = ['user'] as const;
