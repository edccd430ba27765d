import { useNotify } from '@comet/ui';
import { useEffect } from 'react';
import { showAnnouncements } from '../../platform/screen/announcements.ts';

/** Shows announcements on the notification bar. */
export function Announcements() {
  const notify = useNotify();
  useEffect(() => showAnnouncements(notify), [notify]);
  return null;
}
