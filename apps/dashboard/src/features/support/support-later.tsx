import { later } from '../../platform/later.tsx';

/** The way to support comes when everything else has had its time: what the person came for is there first. */
export const SupportLater = later(() => import('./support-chat.tsx'), 4_000);
