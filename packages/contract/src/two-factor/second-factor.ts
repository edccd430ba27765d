import * as z from 'zod/mini';

/** A one-time code (RFC 6238): six digits. */
export const oneTimeCode = z.string().check(z.regex(/^\d{6}$/));

/** A recovery code as the user enters it; spacing, case and similar letters are tolerated. */
const recoveryCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** Exactly one of the two is required; otherwise the API returns an error. */
export const secondFactor = { code: z.optional(oneTimeCode), recoveryCode: z.optional(recoveryCode) };

/** Ten codes, each valid for one sign-in. Only this response contains them. */
export const recoveryCodes = z.array(z.string());
