import { later } from '../../platform/later.tsx';
import { onQuestion } from './asked.ts';

/**
 * The way to support comes when everything else has had its time: what the person came for is there first. It comes at once for whoever
 * presses a link to it.
 */
export const SupportLater = later(() => import('./support-chat.tsx'), 4_000, onQuestion);
