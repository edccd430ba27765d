import { later } from '../../platform/screen/later.tsx';
import type { SupportChatProps } from './support-chat.tsx';
import { onQuestion } from './support-request.ts';

/** The support window, loaded after the rest of the page; at once when a link to it is clicked. */
export const SupportLater = later<SupportChatProps>(() => import('./support-chat.tsx'), 4_000, onQuestion);
