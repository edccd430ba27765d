/** Names the signed-in user in the query cache, without bringing along what fetches it. */
export const userKey = ['user'] as const;
