import { lazyValue } from '@comet/foundation';
import * as z from 'zod/mini';

/** A gateway and its location. Created at the first use, like the snapshot. */
export const gatewayLocation = lazyValue(() =>
  z.object({
    gateway: z.string(),
    location: z.string(),
    country: z.string(),
    countryName: z.string(),
    city: z.string(),
  }),
);
