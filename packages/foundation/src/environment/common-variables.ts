import * as z from 'zod/mini';
import { variable } from './environment.ts';

/** The variables of every program: the kind of installation, and the file of its settings. */
export const commonVariables = {
  COMET_ENV: variable(z._default(z.enum(['development', 'production']), 'development'), {
    must: 'development or production',
    meaning:
      '`production` for a service with customers: defaults and values for development are refused, with a list of what to set',
  }),
  COMET_CONFIG: variable(z.optional(z.string()), {
    must: 'a path',
    meaning: 'a file with more variables, one `NAME=VALUE` a line; those of the environment take precedence',
  }),
};
