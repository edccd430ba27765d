import * as z from 'zod/mini';
import { protocolChoices, variantChoices } from './choices.ts';

/** What a user can choose beside the location. Each later choice has a default, so that settings of an older daemon stay readable. */
export const daemonSettings = z.object({
  lockdown: z.boolean(),
  allowLan: z.boolean(),
  protocol: z._default(z.enum(protocolChoices), 'automatic'),
  variant: z._default(z.enum(variantChoices), 'automatic'),
});

export type DaemonSettings = z.output<typeof daemonSettings>;

export const freshSettings: DaemonSettings = daemonSettings.parse({ lockdown: false, allowLan: false });
