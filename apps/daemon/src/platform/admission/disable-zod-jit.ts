import * as z from 'zod/mini';

/**
 * Makes zod interpret schemas instead of compiling code for each of them. Must be imported before the schemas are created. A root process
 * should not compile code from text, and interpretation starts faster if each schema is used only a few times.
 */
z.config({ jitless: true });
