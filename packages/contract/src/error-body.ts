import * as z from 'zod/mini';

/**
 * The body of every failure. `message` may join several texts by `|`, matched by position to `data.rules`; a rule is `property.ruleName`,
 * with a limit after a colon if it has one (`password.min_length:8`).
 */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    data: z.optional(z.object({ rules: z.optional(z.array(z.string())) })),
  }),
});

export type ErrorBody = z.output<typeof errorBody>;
