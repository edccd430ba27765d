import * as z from 'zod/mini';

/**
 * Imported before the schemas are made: they check by what they are, and not by code that zod would write for each of them and have
 * compiled. A root process makes no code from text, and one that checks each shape a few times starts sooner so.
 */
z.config({ jitless: true });
