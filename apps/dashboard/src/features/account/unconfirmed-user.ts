import { queryOptions } from '@tanstack/react-query';
import { polled } from '../../platform/data/polling.ts';
import { userQuery } from './user.ts';

/**
 * The signed-in user, polled for screens that wait for the confirmation of the address: the link may be opened in a
 * window beside this one, which gains no focus, or in another browser.
 */
export const unconfirmedUserQuery = queryOptions({ ...userQuery, refetchInterval: polled(() => 5_000) });
